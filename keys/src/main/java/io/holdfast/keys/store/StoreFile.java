package io.holdfast.keys.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A sealed store's bytes on disk. */
final class StoreFile {
    /** No store is longer, in bytes: some hundred thousand records. */
    private static final long LONGEST = 64L * 1024 * 1024;

    private static final ObjectMapper JSON = KeysJson.mapper(LONGEST);

    private StoreFile() {}

    static StoreContent read(Path file) {
        try {
            if (Files.size(file) > LONGEST) {
                throw damaged(file, "it is longer than a store can be", null);
            }
            PrivateFiles.refuseExposed(file);
            @Nullable StoreContent content = JSON.readValue(Files.readAllBytes(file), StoreContent.class);
            if (content == null) {
                throw damaged(file, "its content is null", null);
            }
            return content;
        } catch (NoSuchFileException e) {
            throw new Permanent(KeysFailure.STORE_MISSING, "there is no sealed store at " + file.toAbsolutePath(), e);
        } catch (JsonMappingException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw damaged(file, "its content is not of its form", e);
        } catch (JsonProcessingException e) {
            throw damaged(file, "it is not JSON", e);
        } catch (IOException e) {
            throw new Denied(KeysFailure.STORE_MISSING, "the sealed store " + file + " cannot be read: " + e, e);
        }
    }

    static void write(Path file, StoreContent content) {
        try {
            PrivateFiles.replace(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(content));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a sealed store cannot be written as JSON", e);
        }
    }

    private static Corrupt damaged(Path file, String why, @Nullable Throwable cause) {
        String message = "the sealed store " + file + " was changed or damaged: " + why;
        return cause == null
                ? new Corrupt(KeysFailure.STORE_DAMAGED, message)
                : new Corrupt(KeysFailure.STORE_DAMAGED, message, cause);
    }
}

package io.holdfast.agent.place;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.holdfast.agent.AgentFailure;
import io.holdfast.protocol.failure.Corrupt;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a restore notes in its folder: one JSON object a line, in its journal and in the facts about files. */
final class Lines {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private Lines() {}

    /** The line of a value, without its end. */
    static <T> String of(Class<T> type, T value) {
        try {
            return JSON.writerFor(type).writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The value of a line of {@code file}.
     *
     * @throws Corrupt journal-damaged
     */
    static <T> T read(Class<T> type, Path file, String line) {
        @Nullable T value;
        try {
            value = JSON.readValue(line, type);
        } catch (JsonProcessingException e) {
            throw new Corrupt(AgentFailure.JOURNAL_DAMAGED, damaged(file), e);
        }
        if (value == null) {
            throw new Corrupt(AgentFailure.JOURNAL_DAMAGED, damaged(file));
        }
        return value;
    }

    private static String damaged(Path file) {
        return "the restore's notes in " + file + " hold a line that is none of them";
    }
}

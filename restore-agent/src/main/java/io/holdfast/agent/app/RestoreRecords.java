package io.holdfast.agent.app;

import io.holdfast.agent.FileTrouble;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent remembers of the restores it was ordered, one small file each, so that none is done twice. */
final class RestoreRecords {
    /** As long as orders can come again. */
    static final Duration KEPT = Duration.ofDays(90);

    private static final Logger LOG = LoggerFactory.getLogger(RestoreRecords.class);
    private static final JsonCodec<RememberedRestore> CODEC = JsonCodec.of(RememberedRestore.class);
    private static final String SUFFIX = ".json";

    private final Path folder;

    /** Keeps records in a folder, which is made, and forgets those older than {@link #KEPT}. */
    RestoreRecords(Path folder, Instant now) {
        this.folder = folder;
        PrivateFiles.createFolder(folder);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(KEPT))) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw FileTrouble.of("look into", folder, e);
        }
    }

    /** The result of an order that was done before. */
    Optional<RestoreResult> result(RestoreOrder order) {
        return read(order).flatMap(remembered -> Optional.ofNullable(remembered.result()));
    }

    /** The order is done. */
    void done(RestoreOrder order, RestoreResult result) {
        write(
                order,
                new RememberedRestore(
                        1, result.set(), result.files(), result.bytes().number(), result));
    }

    /** What one restore needs to remember. */
    RestoreMemory of(RestoreOrder order) {
        return new RestoreMemory() {
            @Override
            public Optional<SetId> chosen() {
                return read(order).flatMap(remembered -> Optional.ofNullable(remembered.set()));
            }

            @Override
            public void chosen(SetId set) {
                write(order, new RememberedRestore(1, set, null, null, null));
            }

            @Override
            public Optional<Totals> placed() {
                return read(order).flatMap(RestoreRecords::totals);
            }

            @Override
            public void placed(Totals totals) {
                write(order, new RememberedRestore(1, chosen().orElse(null), totals.files(), totals.bytes(), null));
            }
        };
    }

    private static Optional<RestoreMemory.Totals> totals(RememberedRestore remembered) {
        Long files = remembered.files();
        Long bytes = remembered.bytes();
        return files == null || bytes == null ? Optional.empty() : Optional.of(new RestoreMemory.Totals(files, bytes));
    }

    private Optional<RememberedRestore> read(RestoreOrder order) {
        Path file = file(order);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(CODEC.read(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw FileTrouble.of("read", file, e);
        } catch (Failure e) {
            LOG.warn("{} is not readable and is passed over: {}", file, e.what());
            return Optional.empty();
        }
    }

    private void write(RestoreOrder order, RememberedRestore remembered) {
        PrivateFiles.replace(file(order), CODEC.bytes(remembered));
    }

    private Path file(RestoreOrder order) {
        return folder.resolve(order.job() + "-" + order.attempt() + SUFFIX);
    }
}

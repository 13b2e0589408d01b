package io.holdfast.agent.recover;

import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.PlacedFile;
import io.holdfast.engine.postgresql.BackupManifestWriter;
import io.holdfast.protocol.manifest.ManifestBody;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** The file {@code backup_manifest} of the restored directory, by which pg_verifybackup checks it. */
public final class RestoredManifest implements Consumer<PlacedFile>, AutoCloseable {
    private static final List<String> CONFIGURATION = List.of("postgresql.conf", "pg_hba.conf", "pg_ident.conf");

    private final Path directory;
    private final ManifestBody manifest;
    private final BackupManifestWriter writer;
    private final Set<String> configuration = new HashSet<>();

    private RestoredManifest(Path directory, ManifestBody manifest, BackupManifestWriter writer) {
        this.directory = directory;
        this.manifest = manifest;
        this.writer = writer;
    }

    /** Begins it; an unfinished one is not to be seen in the directory. */
    public static RestoredManifest begin(Path directory, ManifestBody manifest) {
        return new RestoredManifest(directory, manifest, BackupManifestWriter.begin(directory, manifest.server()));
    }

    @Override
    public void accept(PlacedFile file) {
        if (CONFIGURATION.contains(file.path())) {
            configuration.add(file.path());
        }
        writer.add(file.path(), file.size(), Instant.ofEpochSecond(file.modified()), file.crc());
    }

    /** Adds configuration that was not in the set but had to be made, and ends the manifest. */
    public void finish() {
        for (String name : CONFIGURATION) {
            Path file = directory.resolve(name);
            if (!configuration.contains(name) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                accept(made(name, file));
            }
        }
        writer.finish(manifest.wal());
    }

    private static PlacedFile made(String name, Path file) {
        CRC32C crc = new CRC32C();
        try (InputStream in = Files.newInputStream(file)) {
            crc.update(in.readAllBytes());
            return new PlacedFile(
                    name,
                    Files.size(file),
                    Files.getLastModifiedTime(file).toInstant().getEpochSecond(),
                    crc.getValue());
        } catch (IOException e) {
            throw FileTrouble.of("read", file, e);
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}

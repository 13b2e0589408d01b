package io.holdfast.engine.postgresql;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.ServerFacts;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/**
 * Writes {@code backup_manifest} into a restored directory, as PostgreSQL's documentation ("Backup Manifest Format") says and
 * pg_verifybackup reads it: version 1 for PostgreSQL 15 and 16, version 2 with the system identifier from 17 on. Files are
 * written as they are added, so that a million of them take no memory. Call {@link #finish} at the end; a writer that is
 * closed before leaves no manifest.
 *
 * <p>Add every file except those below {@code pg_wal} and the manifest itself; {@code backup_label} and
 * {@code tablespace_map} with the bytes that stand in the restored directory.
 */
public final class BackupManifestWriter implements AutoCloseable {
    /** The file's name in the data directory. */
    public static final String NAME = "backup_manifest";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'GMT'").withZone(ZoneOffset.UTC);

    private final Path target;
    private final Path unfinished;
    private final OutputStream out;
    private final MessageDigest digest = sha256();
    private boolean first = true;
    private boolean finished;

    private BackupManifestWriter(Path target, Path unfinished, OutputStream out) {
        this.target = target;
        this.unfinished = unfinished;
        this.out = out;
    }

    /** Begins a manifest in {@code dataDirectory} for a copy of {@code server}. */
    public static BackupManifestWriter begin(Path dataDirectory, ServerFacts server) {
        Path target = dataDirectory.resolve(NAME);
        Path unfinished = dataDirectory.resolve(NAME + ".tmp");
        try {
            OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16);
            BackupManifestWriter writer = new BackupManifestWriter(target, unfinished, out);
            writer.write(
                    server.major() < 17
                            ? "{ \"PostgreSQL-Backup-Manifest-Version\": 1,\n\"Files\": ["
                            : "{ \"PostgreSQL-Backup-Manifest-Version\": 2,\n\"System-Identifier\": "
                                    + server.systemIdentifier() + ",\n\"Files\": [");
            return writer;
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    /**
     * Adds a file.
     *
     * @param path relative to the data directory
     * @param modified the modification time that the source had
     * @param crc32c as {@link java.util.zip.CRC32C#getValue()} gives it
     */
    public void add(String path, long size, Instant modified, long crc32c) {
        int bits = Integer.reverseBytes((int) crc32c);
        write((first ? "\n" : ",\n") + "{ \"Path\": \""
                + new String(JsonStringEncoder.getInstance().quoteAsString(path))
                + "\", \"Size\": " + size + ", \"Last-Modified\": \"" + TIME.format(modified)
                + "\", \"Checksum-Algorithm\": \"CRC32C\", \"Checksum\": \""
                + HexFormat.of().toHexDigits(bits)
                + "\" }");
        first = false;
    }

    /** Ends the manifest, makes it durable and gives it its name. */
    public void finish(WalRange wal) {
        write("\n],\n\"WAL-Ranges\": [\n{ \"Timeline\": " + wal.timeline() + ", \"Start-LSN\": \"" + wal.start()
                + "\", \"End-LSN\": \"" + wal.stop() + "\" }\n],\n");
        String checksum = HexFormat.of().formatHex(digest.digest());
        try {
            out.write(("\"Manifest-Checksum\": \"" + checksum + "\"}\n").getBytes(StandardCharsets.UTF_8));
            out.close();
            try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritable(target, e);
        }
        finished = true;
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(bytes);
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    @Override
    public void close() {
        if (finished) {
            return;
        }
        try {
            out.close();
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    private static Permanent unwritable(Path target, IOException e) {
        return new Permanent(EngineFailure.RESTORED_FILE_UNWRITABLE, "Cannot write " + target + ": " + e + ".", e);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

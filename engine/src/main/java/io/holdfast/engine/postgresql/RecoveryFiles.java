package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a placed directory recover to the end of its backup, on a new timeline, and never touch what belongs to its original:
 * no archiving, no upstream, no synchronous standbys to wait for, no subscriptions.
 */
public final class RecoveryFiles {
    private static final String SIGNAL = "recovery.signal";
    private static final String SETTINGS = "postgresql.auto.conf";
    /**
     * What recovery needs stands in the signal file itself, which the server removes when recovery ends: nothing of it is left
     * to end a later recovery of somebody else too early.
     */
    private static final String INCLUDE = "include_if_exists '" + SIGNAL + "'";

    /** What keeps the copy away from its original; stays until an administrator changes it. */
    private static final List<String> ISOLATION = List.of(
            "archive_mode = 'off'",
            "synchronous_standby_names = ''",
            // Its subscriptions would take over the original's slots at the publishers.
            "max_logical_replication_workers = '0'",
            "primary_conninfo = ''",
            "primary_slot_name = ''");

    /**
     * What recovery needs. All log is in pg_wal; the server demands a restore_command, so that it gets one that has
     * nothing to give. The target stands last: clearing another kind of target after it would be refused.
     */
    private static final List<String> RECOVERY = List.of(
            "restore_command = 'false'",
            "archive_cleanup_command = ''",
            "recovery_end_command = ''",
            "recovery_min_apply_delay = '0'",
            "recovery_target_lsn = ''",
            "recovery_target_name = ''",
            "recovery_target_time = ''",
            "recovery_target_xid = ''",
            "recovery_target_timeline = 'current'",
            "recovery_target_action = 'promote'",
            "recovery_target = 'immediate'");

    private static final Pattern NAMED_DIRECTORY = Pattern.compile("(?i)\\s*data_directory\\s*=?\\s*'([^']*)'");

    private RecoveryFiles() {}

    /**
     * Writes {@code recovery.signal} and the settings; call it when everything else is placed and durable, because from
     * then on the directory can be started. Doing it twice changes nothing.
     */
    public static void write(Path dataDirectory) {
        Path settings = dataDirectory.resolve(SETTINGS);
        List<String> ours = new ArrayList<>(ISOLATION);
        ours.add(INCLUDE);
        // Last, so that they win over what the source had in this file.
        replace(settings, without(ours, read(settings)) + text(ours));
        replace(dataDirectory.resolve(SIGNAL), text(RECOVERY));
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    /** Where {@code postgresql.conf} itself says that the data lies, if it does: a server started there goes to that place. */
    public static Optional<String> namedDirectory(Path dataDirectory) {
        return read(dataDirectory.resolve("postgresql.conf"))
                .lines()
                .map(NAMED_DIRECTORY::matcher)
                .filter(Matcher::lookingAt)
                .map(line -> line.group(1))
                .reduce((first, last) -> last);
    }

    /**
     * Where the source kept its configuration outside its data directory, a set has none: writes the least that lets the
     * server start. Existing files stay as they are.
     *
     * @return whether {@code postgresql.conf} was missing
     */
    public static boolean writeMissingConfiguration(Path dataDirectory) {
        boolean missing = !Files.exists(dataDirectory.resolve("postgresql.conf"));
        if (missing) {
            replace(dataDirectory.resolve("postgresql.conf"), """
                    # The source kept its configuration outside its data directory, so that it is not in the backup.
                    # This is the least that starts; put your own configuration here.
                    hot_standby = off
                    """);
        }
        if (!Files.exists(dataDirectory.resolve("pg_hba.conf"))) {
            replace(dataDirectory.resolve("pg_hba.conf"), "local all all peer\n");
        }
        if (!Files.exists(dataDirectory.resolve("pg_ident.conf"))) {
            replace(dataDirectory.resolve("pg_ident.conf"), "");
        }
        return missing;
    }

    /** Byte for byte: values may be in any encoding. */
    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static String without(List<String> lines, String text) {
        StringBuilder kept = new StringBuilder();
        text.lines()
                .filter(line -> !lines.contains(line))
                .forEach(line -> kept.append(line).append('\n'));
        return kept.toString();
    }

    private static void replace(Path file, String text) {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-------"));
            takeOwner(unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** The server reads only what its own user may read: files belong to the owner of the directory. */
    private static void takeOwner(Path file) throws IOException {
        var owner = Files.getOwner(file.resolveSibling("."));
        if (!owner.equals(Files.getOwner(file))) {
            Files.setOwner(file, owner);
        }
    }

    private static Permanent unwritable(Path file, IOException e) {
        return new Permanent(
                EngineFailure.RESTORED_FILE_UNWRITABLE, "Cannot read or write " + file + ": " + e + ".", e);
    }
}

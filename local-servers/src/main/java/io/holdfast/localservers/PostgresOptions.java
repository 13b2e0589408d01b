package io.holdfast.localservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a PostgreSQL of our own shall run.
 *
 * @param folder everything of it lies below: {@code data}, {@code socket}, {@code tablespaces}, the password, the log
 * @param binaries its programs
 * @param port where it listens on the loopback interface; 0 takes a free one
 * @param checksums whether a new cluster gets page checksums
 * @param settings further settings, such as {@code wal_level}; stronger than the configuration file's
 * @param initdb further arguments of initdb, such as {@code --wal-segsize=1}
 */
public record PostgresOptions(
        Path folder,
        PostgresBinaries binaries,
        int port,
        Checksums checksums,
        Map<String, String> settings,
        List<String> initdb) {
    /** Page checksums of a new cluster. */
    public enum Checksums {
        /** Pages carry checksums. */
        ON,
        /** They do not. */
        OFF
    }

    public PostgresOptions {
        folder = folder.toAbsolutePath();
        settings = Map.copyOf(settings);
        initdb = List.copyOf(initdb);
    }

    /** With checksums, on a free port, with the server's own settings. */
    public static PostgresOptions in(Path folder, PostgresBinaries binaries) {
        return new PostgresOptions(folder, binaries, 0, Checksums.ON, Map.of(), List.of());
    }

    /** The same on this port. */
    public PostgresOptions withPort(int wanted) {
        return new PostgresOptions(folder, binaries, wanted, checksums, settings, initdb);
    }

    /** The same with or without page checksums. */
    public PostgresOptions withChecksums(Checksums wanted) {
        return new PostgresOptions(folder, binaries, port, wanted, settings, initdb);
    }

    /** The same with one more setting. */
    public PostgresOptions withSetting(String name, String value) {
        Map<String, String> more = new TreeMap<>(settings);
        more.put(name, value);
        return new PostgresOptions(folder, binaries, port, checksums, more, initdb);
    }

    /** The same with one more argument of initdb. */
    public PostgresOptions withInitdbArgument(String argument) {
        List<String> more = new ArrayList<>(initdb);
        more.add(argument);
        return new PostgresOptions(folder, binaries, port, checksums, settings, more);
    }
}

package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a private MariaDB is started.
 *
 * @param folder all that belongs to it; made if it is not there; its user must be able to reach it
 * @param port where it listens on 127.0.0.1; 0 for a free one
 * @param settings further options as on its command line, such as {@code --innodb-buffer-pool-size=64M}
 */
public record MariaDbOptions(Path folder, int port, List<String> settings) {
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/usr/local/sbin"), Path.of("/usr/local/bin"));

    public MariaDbOptions {
        folder = folder.toAbsolutePath();
        settings = List.copyOf(settings);
    }

    /** On a free port, with the server's own settings. */
    public static MariaDbOptions in(Path folder) {
        return new MariaDbOptions(folder, 0, List.of());
    }

    /** The same with one more option of the server. */
    public MariaDbOptions withSetting(String option) {
        return new MariaDbOptions(
                folder,
                port,
                Stream.concat(settings.stream(), Stream.of(option)).toList());
    }

    /** Where a program of MariaDB is; {@link Permanent}, with what to do, if it is nowhere. */
    static Path program(String name) {
        List<Path> looked = new ArrayList<>();
        for (Path place : PLACES) {
            Path program = place.resolve(name);
            if (Files.isExecutable(program)) {
                return program;
            }
            looked.add(place);
        }
        throw new Permanent(
                LocalServersFailure.UNAVAILABLE,
                "MariaDB is not on this machine: there is no " + name + " in " + looked,
                "Install the package mariadb-server of your distribution.");
    }
}

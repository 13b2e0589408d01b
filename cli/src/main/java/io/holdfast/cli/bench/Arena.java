package io.holdfast.cli.bench;

import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.chunk.Compression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What all contenders share: the server, the codec, folders, a secret for their ciphers. */
final class Arena {
    private final Path root;
    private final PrivatePostgres server;
    private final Compression compression;
    private final String secret;
    private final Path passwords;

    Arena(Path root, PrivatePostgres server, Compression compression) {
        this.root = root;
        this.server = server;
        this.compression = compression;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.secret = HexFormat.of().formatHex(random);
        this.passwords = writePasswords();
    }

    private Path writePasswords() {
        try {
            Path folder = folder("passwords");
            Path file = Files.writeString(
                    folder.resolve("pgpass"),
                    "*:*:*:" + server.superuser() + ":" + server.password() + "\n",
                    StandardCharsets.UTF_8);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            ServerUser.current().own(folder);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder of its own that the database's user owns. */
    Path folder(String name) {
        try {
            Path folder = Files.createDirectories(root.resolve(name));
            ServerUser.current().own(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PrivatePostgres server() {
        return server;
    }

    Compression compression() {
        return compression;
    }

    /** What contenders' ciphers are keyed with; known to nobody after the comparison. */
    String secret() {
        return secret;
    }

    /** PostgreSQL's password file of the superuser. */
    Path passwords() {
        return passwords;
    }

    /** The database server's first process. */
    List<ProcessHandle> servers() {
        try {
            String pid =
                    Files.readAllLines(server.data().resolve("postmaster.pid")).getFirst();
            return ProcessHandle.of(Long.parseLong(pid.strip())).stream().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A step that is a command line. */
    ShellStep step(String line, Path folder, Map<String, String> environment) {
        return new ShellStep(line, folder, environment, servers());
    }

    /** What a command line prints, in one line. */
    String output(String line) {
        return ServerUser.current()
                .run(root, List.of("bash", "-c", line))
                .strip()
                .replace('\n', ' ');
    }

    /** The bytes of a file, or of all files below a folder. */
    static long bytes(Path place) {
        try (Stream<Path> all = Files.walk(place)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

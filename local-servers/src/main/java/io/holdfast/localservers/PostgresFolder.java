package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What lies in a private PostgreSQL's folder, and its making. All of it belongs to the user that the server runs as, and only he may
 * read it.
 */
record PostgresFolder(Path root, ServerUser user) {
    static final String SUPERUSER = "postgres";
    // The kernel's limit of 108 bytes for a socket's path, less the socket's own name.
    private static final int LONGEST_SOCKET_FOLDER = 85;

    static PostgresFolder open(Path root) {
        ServerUser user = ServerUser.current();
        user.requireReachable(root);
        PostgresFolder folder = new PostgresFolder(root, user);
        try {
            folder.makePrivate(root);
            folder.makePrivate(folder.socket());
            folder.makePrivate(folder.tablespaces());
        } catch (IOException e) {
            throw folder.failed("make", e);
        }
        return folder;
    }

    Path data() {
        return root.resolve("data");
    }

    Path socket() {
        return root.resolve("socket");
    }

    Path tablespaces() {
        return root.resolve("tablespaces");
    }

    Path log() {
        return root.resolve("server.log");
    }

    Path passwordFile() {
        return root.resolve("password");
    }

    Path pgpass() {
        return root.resolve("pgpass");
    }

    boolean socketFits() {
        return socket().toString().length() <= LONGEST_SOCKET_FOLDER;
    }

    String password() {
        try {
            return Files.readString(passwordFile()).strip();
        } catch (IOException e) {
            throw failed("read the password of", e);
        }
    }

    /** Writes a password down unless one is there; one of an original goes with a restored copy. */
    void keepPassword() {
        if (!Files.exists(passwordFile())) {
            byte[] random = new byte[18];
            new SecureRandom().nextBytes(random);
            usePassword(HexFormat.of().formatHex(random));
        }
    }

    void usePassword(String password) {
        try {
            user.own(PrivateFile.write(passwordFile(), password + "\n"));
            user.own(PrivateFile.write(pgpass(), "*:*:*:" + SUPERUSER + ":" + password + "\n"));
        } catch (IOException e) {
            throw failed("write the password of", e);
        }
    }

    /** Makes the cluster unless there is one. */
    void initialise(PostgresOptions options) {
        if (Files.exists(data().resolve("PG_VERSION"))) {
            return;
        }
        keepPassword();
        List<String> line = new ArrayList<>(user.prefix());
        line.addAll(List.of(
                options.binaries().requireTool("initdb").toString(),
                "--pgdata=" + data(),
                "--username=" + SUPERUSER,
                "--pwfile=" + passwordFile(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync"));
        switch (options.checksums()) {
            case ON -> line.add("--data-checksums");
            case OFF -> {
                if (options.binaries().major() >= 18) {
                    line.add("--no-data-checksums");
                }
            }
        }
        line.addAll(options.initdb());
        Command.in(root).run(line);
    }

    Path makeTablespaceFolder(String name) {
        try {
            return makePrivate(tablespaces().resolve(name));
        } catch (IOException e) {
            throw failed("make a tablespace in", e);
        }
    }

    private Path makePrivate(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            user.own(folder);
        }
        return folder;
    }

    private Permanent failed(String what, IOException e) {
        return new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot " + what + " " + root + ": " + e, e);
    }
}

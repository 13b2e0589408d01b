package io.holdfast.cli.bench;

import io.holdfast.cli.platform.Deletion;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** pgBackRest with its usual settings for two processes, encrypted, small files in bundles. */
final class PgBackRest implements Contender {
    private final Arena arena;
    private final Path folder;
    private final Path config;
    private final Path target;

    PgBackRest(Arena arena) {
        this.arena = arena;
        this.folder = arena.folder("pgbackrest");
        this.config = folder.resolve("pgbackrest.conf");
        this.target = folder.resolve("restored");
        write();
    }

    /** The configuration with this passphrase. */
    private String text(String passphrase) {
        PrivatePostgres server = arena.server();
        return """
                [global]
                repo1-path=%1$s/repo
                repo1-cipher-type=aes-256-cbc
                repo1-cipher-pass=%2$s
                repo1-bundle=y
                repo1-retention-full=1
                compress-type=%3$s
                %4$s
                process-max=2
                start-fast=y
                archive-check=n
                log-level-console=warn
                log-level-file=off
                log-path=%1$s/log
                lock-path=%1$s/lock
                spool-path=%1$s/spool

                [bench]
                pg1-path=%5$s
                pg1-port=%6$d
                pg1-socket-path=%7$s
                pg1-user=%8$s
                """.formatted(
                        folder,
                        passphrase,
                        arena.compression().codec() == Codec.ZSTD ? "zst" : codec(arena.compression()),
                        arena.compression().codec() == Codec.ZSTD
                                ? "compress-level=" + arena.compression().level()
                                : "",
                        server.data(),
                        server.port(),
                        server.socketFolder(),
                        server.superuser());
    }

    private void write() {
        try {
            Files.writeString(config, text(arena.secret()));
            for (String name : List.of("repo", "log", "lock", "spool")) {
                Files.createDirectories(folder.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerUser.current().own(folder);
        step("pgbackrest --config=" + config + " --stanza=bench --no-online stanza-create")
                .run();
    }

    private static String codec(Compression compression) {
        return compression.codec() == Codec.LZ4 ? "lz4" : "none";
    }

    private ShellStep step(String line) {
        return arena.step(line, folder, Map.of("PGPASSFILE", arena.passwords().toString()));
    }

    @Override
    public String name() {
        return "pgBackRest";
    }

    @Override
    public String version() {
        return arena.output("pgbackrest version");
    }

    @Override
    public List<String> settings() {
        return List.of(
                "backup: " + backUpLine(),
                "restore: " + restoreLine(),
                config + ": " + text("(not shown)").strip().replaceAll("\\s*\\n+", "; "),
                "page checksums checked, fsync on");
    }

    @Override
    public Usage backUp() {
        return step(backUpLine()).run();
    }

    private String backUpLine() {
        return "pgbackrest --config=" + config + " --stanza=bench --type=full backup";
    }

    @Override
    public long storedBytes() {
        return Arena.bytes(folder.resolve("repo"));
    }

    @Override
    public Usage restore() {
        return step(restoreLine()).run();
    }

    private String restoreLine() {
        return "mkdir -m 700 " + target + " && pgbackrest --config=" + config + " --stanza=bench --pg1-path=" + target
                + " --type=none restore";
    }

    @Override
    public Path restored() {
        return target;
    }

    @Override
    public void clean() {
        Deletion.of(target);
        // Retention of one full backup removes the older one at the next backup; its time must not count there.
        step("pgbackrest --config=" + config + " --stanza=bench --no-online --force stop; pgbackrest --config=" + config
                        + " --stanza=bench --force stanza-delete; pgbackrest --config=" + config
                        + " --stanza=bench start; pgbackrest --config=" + config
                        + " --stanza=bench --no-online stanza-create")
                .run();
    }
}

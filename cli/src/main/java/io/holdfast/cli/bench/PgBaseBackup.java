package io.holdfast.cli.bench;

import io.holdfast.cli.platform.Deletion;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** pg_basebackup, compressed by itself, through openssl. */
final class PgBaseBackup implements Contender {
    private final Arena arena;
    private final Path folder;
    private final Path file;
    private final Path target;

    PgBaseBackup(Arena arena) {
        this.arena = arena;
        this.folder = arena.folder("pg_basebackup");
        this.file = folder.resolve("backup.tar.enc");
        this.target = folder.resolve("restored");
    }

    @Override
    public String name() {
        return "pg_basebackup | openssl";
    }

    @Override
    public String version() {
        return arena.output(tool("pg_basebackup") + " --version") + ", " + arena.output("openssl version");
    }

    @Override
    public List<String> settings() {
        return List.of(
                "backup: " + backUpLine(),
                "restore: " + restoreLine(),
                "page checksums checked; no fsync but the last");
    }

    private String compress() {
        Compression compression = arena.compression();
        return switch (compression.codec()) {
            case ZSTD -> "client-zstd:level=" + compression.level() + ",workers=2";
            case LZ4 -> "client-lz4";
            case NONE -> "none";
        };
    }

    private String expand() {
        Codec codec = arena.compression().codec();
        return codec == Codec.ZSTD ? "zstd -d" : codec == Codec.LZ4 ? "lz4 -d" : "cat";
    }

    private String tool(String name) {
        return arena.server().binaries().requireTool(name).toString();
    }

    private ShellStep step(String line) {
        return arena.step(
                line, folder, Map.of("PGPASSFILE", arena.passwords().toString(), "BENCH_SECRET", arena.secret()));
    }

    @Override
    public Usage backUp() {
        return step(backUpLine()).run();
    }

    private String backUpLine() {
        PrivatePostgres server = arena.server();
        return tool("pg_basebackup") + " -h 127.0.0.1 -p " + server.port() + " -U " + server.superuser()
                + " -Ft -X fetch -D - -c fast --compress=" + compress()
                + " | openssl enc -aes-256-cbc -pbkdf2 -pass env:BENCH_SECRET -out " + file + " && sync "
                + file;
    }

    @Override
    public long storedBytes() {
        return Arena.bytes(file);
    }

    @Override
    public Usage restore() {
        return step(restoreLine()).run();
    }

    private String restoreLine() {
        return "mkdir -m 700 " + target + " && openssl enc -d -aes-256-cbc -pbkdf2 -pass env:BENCH_SECRET -in " + file
                + " | " + expand() + " | tar -x -C " + target + " && sync -f " + target;
    }

    @Override
    public Path restored() {
        return target;
    }

    @Override
    public void clean() {
        Deletion.of(target);
        Deletion.of(file);
    }
}

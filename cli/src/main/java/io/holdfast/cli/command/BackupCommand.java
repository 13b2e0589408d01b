package io.holdfast.cli.command;

import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.job.JobRequest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "backup",
        description = "Makes a full backup of an instance.",
        footer = {
            "",
            "Examples:",
            "  holdfast backup main",
            "  holdfast backup main --repository archive --compression zstd:1 --label 'before the upgrade'",
            "  holdfast backup main --encryptor vault --encryptor escrow --detach --json"
        })
final class BackupCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Mixin
    JobOptions job;

    @Parameters(paramLabel = "INSTANCE", description = "The instance's name in the configuration.")
    InstanceName instance;

    @Option(names = "--repository", paramLabel = "NAME", description = "Where the set shall lie.")
    @Nullable
    RepositoryName repository;

    @Option(names = "--encryptor", paramLabel = "NAME", description = "What wraps the data key; may be repeated.")
    @Nullable
    List<EncryptorName> encryptors;

    @Option(
            names = "--suite",
            paramLabel = "SUITE",
            description = "AES_128, AES_192, AES_256 (default), TRIPLE_DES_3KEY, or none.")
    @Nullable
    Suite suite;

    @Option(
            names = "--compression",
            paramLabel = "CODEC[:LEVEL]",
            description = "zstd:LEVEL (default zstd:3), lz4 or none.")
    @Nullable
    Compression compression;

    @Option(names = "--access", paramLabel = "HOW", description = "sql or files (default: the instance's own setting).")
    @Nullable
    Access access;

    @Option(names = "--checkpoint", paramLabel = "HOW", description = "fast (default) or spread.")
    @Nullable
    Checkpoint checkpoint;

    @Option(names = "--allow-legacy-ciphers", description = "Lets TRIPLE_DES_3KEY pass; disallowed by NIST since 2024.")
    boolean legacy;

    @Option(names = "--label", paramLabel = "TEXT", description = "Shown in lists.")
    @Nullable
    String label;

    @Override
    public Integer call() {
        JobRequest request = request();
        try (var fleet = holdfast.fleet(client.file())) {
            return new Submission(client.results(holdfast.screen()), fleet).run(request, job.waiting());
        }
    }

    private JobRequest request() {
        return new JobRequest.Backup(
                1,
                job.jobId(),
                instance,
                repository,
                encryptors,
                suite,
                compression,
                access,
                checkpoint,
                legacy ? Boolean.TRUE : null,
                label);
    }

    /** Reads {@code zstd:3}, {@code zstd}, {@code lz4} or {@code none}. */
    static Compression compression(String text) {
        String[] parts = text.split(":", 2);
        Codec codec = codec(text, parts[0]);
        if (parts.length == 2) {
            try {
                return new Compression(codec, Integer.parseInt(parts[1]));
            } catch (NumberFormatException e) {
                throw notOne(text);
            }
        }
        return codec == Codec.ZSTD ? Compression.STANDARD : new Compression(codec, 0);
    }

    private static Codec codec(String text, String word) {
        for (Codec codec : Codec.values()) {
            if (codec.name().equals(word.toUpperCase(Locale.ROOT))) {
                return codec;
            }
        }
        throw notOne(text);
    }

    private static Permanent notOne(String text) {
        return Permanent.invalid("a compression is zstd, zstd:LEVEL, lz4 or none", text);
    }
}

package io.holdfast.coordinator.app;

import io.holdfast.coordinator.accept.BackupDefaults;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import java.util.List;
import java.util.Optional;

/** What a backup takes when its job does not say. */
public record DefaultsConfig(
        @Setting(doc = "The repository; without it every job must name one.", example = "main")
        Optional<RepositoryName> repository,

        @Setting(doc = "The encryptors; an empty list stands for all that are configured.", example = "[store]")
        @Default("[]")
        List<EncryptorName> encryptors,

        @Setting(doc = "The cipher suite: AES_128, AES_192 or AES_256.", example = "AES_256") @Default("AES_256")
        String suite,

        @Setting(doc = "The compression: zstd, lz4 or none.", example = "zstd") @Default("zstd")
        Codec codec,

        @Setting(doc = "zstd's level, -7 to 19; 0 for the others.", example = "3") @Default("3")
        int level,

        @Setting(doc = "The checkpoint at a backup's start: fast, or spread over the server's usual time.")
        @Default("fast")
        Checkpoint checkpoint) {
    public DefaultsConfig {
        Suite known = Suite.parse(suite);
        if (known == Suite.NONE || known == Suite.TRIPLE_DES_3KEY) {
            throw Permanent.invalid(
                    "the default suite is AES_128, AES_192 or AES_256; others are only used when a job names them",
                    suite);
        }
        Compression unused = new Compression(codec, level);
        encryptors = List.copyOf(encryptors);
    }

    /** All as it is when nothing is configured. */
    public static DefaultsConfig standard() {
        return new DefaultsConfig(Optional.empty(), List.of(), "AES_256", Codec.ZSTD, 3, Checkpoint.FAST);
    }

    BackupDefaults resolved(List<EncryptorName> configured) {
        return new BackupDefaults(
                repository.orElse(null),
                encryptors.isEmpty() ? configured : encryptors,
                Suite.parse(suite),
                new Compression(codec, level),
                checkpoint);
    }
}

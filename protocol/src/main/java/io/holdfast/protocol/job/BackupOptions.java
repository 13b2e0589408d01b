package io.holdfast.protocol.job;

import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.RepositoryName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A backup's options with every default filled in. */
public record BackupOptions(
        RepositoryName repository,
        List<EncryptorName> encryptors,
        Suite suite,
        Compression compression,
        @Nullable Access access,
        Checkpoint checkpoint,
        boolean allowLegacyCiphers,
        @Nullable String label) {}

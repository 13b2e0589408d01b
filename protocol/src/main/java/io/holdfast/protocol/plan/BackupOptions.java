package io.holdfast.protocol.plan;

import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
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

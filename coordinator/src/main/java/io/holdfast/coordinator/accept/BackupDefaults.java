package io.holdfast.coordinator.accept;

import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Checkpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backup takes when its request does not say.
 *
 * @param repository null where each request must say it
 */
public record BackupDefaults(
        @Nullable RepositoryName repository,
        List<EncryptorName> encryptors,
        Suite suite,
        Compression compression,
        Checkpoint checkpoint) {
    public BackupDefaults {
        encryptors = List.copyOf(encryptors);
    }
}

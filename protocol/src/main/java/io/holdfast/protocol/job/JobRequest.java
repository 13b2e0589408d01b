package io.holdfast.protocol.job;

import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for, as the record in the topic of jobs; {@code id} is also the record's key. What is null takes the
 * coordinator's configured default.
 */
public sealed interface JobRequest {
    /** The version of the record, 1. */
    int v();

    /** The caller's id. */
    JobId id();

    /** The instance that the job is about; jobs of one instance are handled in one order. */
    InstanceName instance();

    /** What kind it is. */
    JobKind kind();

    /**
     * A full backup.
     *
     * @param repository where the set shall lie
     * @param encryptors what wraps the data key; any one of them opens the set
     * @param suite AES_256 unless said otherwise; none only by its name
     * @param compression zstd level 3 unless said otherwise
     * @param access how workers read; the instance's own setting unless said otherwise
     * @param checkpoint FAST unless said otherwise
     * @param allowLegacyCiphers true lets TRIPLE_DES_3KEY pass
     * @param label free text of at most 200 characters, shown in lists
     */
    record Backup(
            int v,
            JobId id,
            InstanceName instance,
            @Nullable RepositoryName repository,
            @Nullable List<EncryptorName> encryptors,
            @Nullable Suite suite,
            @Nullable Compression compression,
            @Nullable Access access,
            @Nullable Checkpoint checkpoint,
            @Nullable Boolean allowLegacyCiphers,
            @Nullable String label)
            implements JobRequest {
        @Override
        public JobKind kind() {
            return JobKind.BACKUP;
        }
    }

    /**
     * A restore of a set of {@code instance} by an agent.
     *
     * @param set the set, or null for the instance's latest
     * @param directory the absolute path of the data directory to make
     * @param tablespaces by OID in decimal or by original location: the absolute path where it shall lie
     * @param onNotEmpty REFUSE unless said otherwise
     * @param after LEAVE unless said otherwise
     */
    record Restore(
            int v,
            JobId id,
            InstanceName instance,
            @Nullable SetId set,
            AgentName agent,
            String directory,
            @Nullable Map<String, String> tablespaces,
            @Nullable OnNotEmpty onNotEmpty,
            @Nullable AfterRestore after)
            implements JobRequest {
        @Override
        public JobKind kind() {
            return JobKind.RESTORE;
        }
    }

    /**
     * A check of a set where it lies.
     *
     * @param set the set, or null for the instance's latest
     * @param depth ROOTS unless said otherwise
     */
    record Verify(
            int v,
            JobId id,
            InstanceName instance,
            @Nullable SetId set,
            @Nullable VerifyDepth depth) implements JobRequest {
        @Override
        public JobKind kind() {
            return JobKind.VERIFY;
        }
    }

    /**
     * From now on these encryptors open the instance's sets, and no others: key sections get a new version, data stays as it is.
     *
     * @param set the one set, or null for all of the instance
     * @param encryptors all that shall open them
     * @param setsPerSecond no more than so many on average, 1 to 1,000; as fast as it goes unless said otherwise
     */
    record Rewrap(
            int v,
            JobId id,
            InstanceName instance,
            @Nullable SetId set,
            List<EncryptorName> encryptors,
            @Nullable Integer setsPerSecond)
            implements JobRequest {
        @Override
        public JobKind kind() {
            return JobKind.REWRAP;
        }
    }

    /** Ends the job {@code target}, which is one of the same instance. */
    record Cancel(int v, JobId id, InstanceName instance, JobId target) implements JobRequest {
        @Override
        public JobKind kind() {
            return JobKind.CANCEL;
        }
    }
}

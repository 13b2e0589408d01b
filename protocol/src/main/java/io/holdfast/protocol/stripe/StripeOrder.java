package io.holdfast.protocol.stripe;

import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.Lsn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An order to a worker, in the topic of stripes; one worker takes it. Keyed by job id and stripe. */
public sealed interface StripeOrder {
    /** The version of the record, 1. */
    int v();

    /** The job. */
    JobId job();

    /** The instance. */
    InstanceName instance();

    /** The attempt; a worker drops the order when the job's status is past it. */
    Attempt attempt();

    /** The number of the stripe in its job. */
    StripeNumber stripe();

    /** Read, check, seal and append one stripe of a backup as one sealed stream. */
    record Seal(
            int v,
            JobId job,
            InstanceName instance,
            Attempt attempt,
            StripeNumber stripe,
            Phase phase,
            SetContext context,
            RepositoryName repository,
            Suite suite,
            Compression compression,
            boolean allowLegacyCiphers,
            @Nullable WrappedKey jobKey,
            ServerFacts server,
            Access access,
            Lsn startLsn,
            List<ListedFile> directories,
            List<Extent> extents,
            Map<String, Long> modified,
            List<InlineFile> inline)
            implements StripeOrder {}

    /**
     * Check streams of a set where they lie.
     *
     * @param context the set that is checked; its job is not this order's
     * @param jobKey for CHUNKS the set's data key as DataKeys.lend wrapped it for this job; else null
     */
    record Check(
            int v,
            JobId job,
            InstanceName instance,
            Attempt attempt,
            StripeNumber stripe,
            SetContext context,
            RepositoryName repository,
            Suite suite,
            VerifyDepth depth,
            @Nullable WrappedKey jobKey,
            List<StreamRef> streams)
            implements StripeOrder {}
}

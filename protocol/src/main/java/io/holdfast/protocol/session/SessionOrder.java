package io.holdfast.protocol.session;

import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.stripe.StreamRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order to the coordinators' second half, in the topics of sessions and of publishing; one of them takes it. Keyed by job id. */
public sealed interface SessionOrder {
    /** The version of the record, 1. */
    int v();

    /** The job. */
    JobId job();

    /** The instance. */
    InstanceName instance();

    /** The attempt; a holder drops the order when the job's status is past it. */
    Attempt attempt();

    /** Open a backup, plan its stripes, hold it until the status says INDEXING or the attempt is over; stop it at CLOSING. */
    record OpenBackup(int v, JobId job, InstanceName instance, Attempt attempt, SetId set, BackupOptions options)
            implements SessionOrder {}

    /** Write one part of the stripe index: at most 1,000 streams. */
    record SealIndex(
            int v,
            JobId job,
            InstanceName instance,
            Attempt attempt,
            SetContext context,
            RepositoryName repository,
            int part,
            List<StreamRef> streams)
            implements SessionOrder {}

    /** Prove the encryptors, sign the body, write manifest and keys, then the catalog; create-if-absent throughout. */
    record Publish(
            int v,
            JobId job,
            InstanceName instance,
            Attempt attempt,
            BackupOptions options,
            OpenedFacts opened,
            ClosedFacts closed,
            SetTotals totals,
            List<IndexPart> index)
            implements SessionOrder {}

    /** The job is over, in whatever state: its workers' keys end. */
    record EndKeys(int v, JobId job, InstanceName instance, Attempt attempt) implements SessionOrder {}

    /**
     * Let other encryptors open sets of the instance: {@code set} alone, or those that follow {@code after} in the order of their ids,
     * from the first where it is null.
     *
     * @param part its number within the job, from 0
     * @param most so many sets at most
     */
    record RewrapSets(
            int v,
            JobId job,
            InstanceName instance,
            Attempt attempt,
            int part,
            @Nullable SetId set,
            @Nullable SetId after,
            int most,
            List<EncryptorName> encryptors)
            implements SessionOrder {}

    /** Find the set, read its index and plan the stripes of a verification. */
    record PlanVerify(
            int v,
            JobId job,
            InstanceName instance,
            Attempt attempt,
            @Nullable SetId set,
            VerifyDepth depth) implements SessionOrder {}
}

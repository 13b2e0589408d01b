package io.holdfast.keys.ring;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;

/**
 * The ephemeral keys of running jobs; they end with the job, with a later attempt, or by time. What a job key wraps names the
 * key in {@link WrappedKey#keyVersion()}: the set that the job makes, or the job that a key is lent to.
 */
public interface JobKeys {
    /**
     * Wraps under the key of the job that makes the set, made now if there is none; keys of the job's earlier attempts end, and
     * an attempt that a later one has overtaken is {@link io.holdfast.protocol.failure.Denied}.
     */
    WrappedKey wrap(SetContext context, SecretBytes dataKey);

    /** Wraps under the key of another job, made now if there is none. */
    WrappedKey lend(SetContext context, SecretBytes dataKey, JobId job);

    /** Unwraps while the key lasts; afterwards {@link io.holdfast.protocol.failure.Denied}. */
    SecretBytes unwrap(SetContext context, WrappedKey wrapped);

    /** Ends the keys of a job: those of all its attempts, and the one that keys were lent to. */
    void end(JobId job);
}

package io.holdfast.protocol.session;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.plan.Tablespace;
import io.holdfast.protocol.quantity.Lsn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session knows once the backup is open.
 *
 * @param access how the workers shall read
 * @param startLsn where recovery of the set begins
 * @param keys the set's wrapped data key; empty for suite none
 * @param jobKey the data key wrapped for the job's workers; null for suite none
 * @param dekCommitment null for suite none
 * @param keyWarnings what speaks against relying on the encryptors
 */
public record OpenedFacts(
        SetContext context,
        ServerFacts server,
        Access access,
        Lsn startLsn,
        Instant startTime,
        List<Tablespace> tablespaces,
        List<WrappedKey> keys,
        @Nullable WrappedKey jobKey,
        @Nullable Bytes dekCommitment,
        List<String> keyWarnings) {}

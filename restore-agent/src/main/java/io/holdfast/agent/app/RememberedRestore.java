package io.holdfast.agent.app;

import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.restore.RestoreResult;
import org.jspecify.annotations.Nullable;

/**
 * What an agent keeps of one order, as a small file in its state folder.
 *
 * @param v version of the file, 1
 * @param set that was found when the restore was first planned
 * @param files placed, once all of them are
 * @param bytes of them
 * @param result once the restore is done
 */
public record RememberedRestore(
        int v,
        @Nullable SetId set,
        @Nullable Long files,
        @Nullable Long bytes,
        @Nullable RestoreResult result) {}

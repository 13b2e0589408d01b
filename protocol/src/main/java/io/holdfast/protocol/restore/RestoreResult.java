package io.holdfast.protocol.restore;

import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a restore came to.
 *
 * @param suite what the set is sealed with
 * @param directory the data directory that was made
 * @param recoveredTo the timeline after recovery; null when the instance was left stopped
 * @param checks what was proven, in words, each with its outcome
 * @param warning what speaks against the suite; null where nothing does
 */
public record RestoreResult(
        SetId set,
        Suite suite,
        String directory,
        long files,
        ByteCount bytes,
        @Nullable Timeline recoveredTo,
        List<String> checks,
        @Nullable String warning) {}

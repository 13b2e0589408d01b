package io.holdfast.chunk.write;

import io.holdfast.chunk.seal.ContextBinding;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.StreamContext;
import java.util.Optional;

/**
 * One stream to be made.
 *
 * @param binding what the stream is for, and its suite
 * @param dataKey the set's data key, 32 bytes, still owned and closed by the caller; empty for the suite none
 */
public record SealingOrder(SealingOptions options, ContextBinding binding, Optional<SecretBytes> dataKey) {
    /** A stream under the suite of its context, with the set's data key. */
    public static SealingOrder sealed(SealingOptions options, StreamContext context, SecretBytes dataKey) {
        return new SealingOrder(options, ContextBinding.of(context), Optional.of(dataKey));
    }

    /** A stream of the suite none. */
    public static SealingOrder open(SealingOptions options, StreamContext context) {
        return new SealingOrder(options, ContextBinding.of(context), Optional.empty());
    }
}

package io.holdfast.chunk.open;

import io.holdfast.chunk.seal.ContextBinding;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamContext;
import java.util.Optional;

/**
 * What a reader knows about a stream before it reads it: from the manifest or the command line, never from the stream.
 *
 * @param binding what the stream must be for, and its suite
 * @param dataKey the set's data key, 32 bytes, still owned and closed by the caller; empty for the suite none
 * @param receipt what the writer said of it, where there is one
 */
public record StreamExpectation(ContextBinding binding, Optional<SecretBytes> dataKey, Optional<Receipt> receipt) {
    /** A stream of the given context and receipt. */
    public static StreamExpectation of(StreamContext context, Optional<SecretBytes> dataKey, Receipt receipt) {
        return new StreamExpectation(ContextBinding.of(context), dataKey, Optional.of(receipt));
    }

    /** A stream whose receipt is not known: loss of whole streams cannot be found out. */
    public static StreamExpectation withoutReceipt(StreamContext context, Optional<SecretBytes> dataKey) {
        return new StreamExpectation(ContextBinding.of(context), dataKey, Optional.empty());
    }
}

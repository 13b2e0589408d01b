package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;

/**
 * A new data key as its maker's callers see it: wrapped.
 *
 * @param commitment the data key's commitment, for the manifest's body ({@link DataKeyCommitment})
 * @param wrapped one for each encryptor asked for, in their order, for the manifest's key section
 * @param jobWrapped for the stripe orders of the job: opens only while the job runs
 * @param warnings what speaks against relying on the encryptors, for a screen
 */
public record NewDataKey(Bytes commitment, List<WrappedKey> wrapped, WrappedKey jobWrapped, List<String> warnings) {
    public NewDataKey {
        wrapped = List.copyOf(wrapped);
        warnings = List.copyOf(warnings);
    }
}

package io.holdfast.chunk.seal;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;

/** What is derived from a set's data key for the set as a whole. */
@SuppressWarnings("DoNotCallSuggester")
public final class SetKeys {
    private SetKeys() {}

    /** What the manifest's body holds to name the data key without showing it, 32 bytes. */
    public static Bytes dataKeyCommitment(String setId, SecretBytes dataKey) {
        throw new UnsupportedOperationException();
    }

    /** The key that belongs to the set's manifest, 32 bytes; the caller closes it. */
    public static SecretBytes manifestKey(String setId, SecretBytes dataKey) {
        throw new UnsupportedOperationException();
    }
}

package io.holdfast.keys.ring;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;

/** Wraps and unwraps data keys, bound to the set's context. */
public interface Encryptor {
    /** Its name in jobs and key sections. */
    EncryptorName name();

    /** What it is, as in {@link WrappedKey#kind()}: {@code store} or {@code transit}. */
    String kind();

    /** Wraps under the newest version of its key. */
    WrappedKey wrap(SetContext context, SecretBytes dataKey);

    /**
     * Unwraps; what does not open under this context is {@link io.holdfast.protocol.failure.Corrupt}.
     *
     * @return the data key, to be closed by the caller
     */
    SecretBytes unwrap(SetContext context, WrappedKey wrapped);

    /** Unwraps as somebody would who comes anew: logs in again where a login is needed. */
    default SecretBytes unwrapAfresh(SetContext context, WrappedKey wrapped) {
        return unwrap(context, wrapped);
    }
}

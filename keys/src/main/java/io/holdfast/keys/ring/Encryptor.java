package io.holdfast.keys.ring;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.time.Instant;
import java.util.Optional;

/** Wraps and unwraps data keys, bound to the set's context. */
public interface Encryptor {
    /** The {@link #kind()} of encryptors whose key a certificate carries: known by its fingerprint, not by a name. */
    String CERTIFICATE = "certificate";

    /** Its name in jobs and key sections. */
    EncryptorName name();

    /** What it is, as in {@link WrappedKey#kind()}: {@code store}, {@code transit}, {@code hsm} or {@code certificate}. */
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

    /** What speaks against relying on it, for a screen; empty where nothing does. */
    default Optional<String> warning() {
        return Optional.empty();
    }

    /** When its private part was last exported from here, or came here; empty where there is none, or it was never. */
    default Optional<Instant> exported() {
        return Optional.empty();
    }

    /** Whether this is what wrapped it; a certificate's key is also found under another name. */
    default boolean holds(WrappedKey wrapped) {
        return name().equals(wrapped.encryptor()) && kind().equals(wrapped.kind());
    }

    /**
     * Shows that a wrapped key will open, as well as that can be shown here: opens it, as {@link #unwrapAfresh}; or, where the private
     * part is elsewhere, looks at what can be seen without it.
     *
     * @return the data key, to be compared with its commitment and closed by the caller; empty where it cannot be opened here
     */
    default Optional<SecretBytes> prove(SetContext context, WrappedKey wrapped) {
        return Optional.of(unwrapAfresh(context, wrapped));
    }

    /**
     * Shows, as well as that can be done here and without a new login, that a wrapped key of it is whole.
     *
     * @return the data key, to be compared and closed by the caller; empty where it cannot be opened here
     */
    default Optional<SecretBytes> show(SetContext context, WrappedKey wrapped) {
        return Optional.of(unwrap(context, wrapped));
    }

    /**
     * Tries it out: returns when it can be used now, and otherwise fails as its use would.
     *
     * @return the version of its key that wraps now, as in {@link WrappedKey#keyVersion()}
     */
    default String probe() {
        return EncryptorProbe.of(this, "encryptor " + name());
    }

    /**
     * Makes a new version of its key, which wraps from now on; what earlier versions wrapped still opens.
     *
     * @throws Permanent when its keys are not ours to make
     */
    default void rotate() {
        throw new Permanent(
                KeysFailure.NOT_ROTATED_HERE,
                "encryptor " + name() + " is of kind " + kind()
                        + ": its keys are made where they lie, not by the gateway");
    }
}

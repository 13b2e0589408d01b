package io.holdfast.keys.certificate;

import io.holdfast.protocol.SecretBytes;
import java.time.Instant;
import java.util.Optional;

/** The private part of a certificate's key, in the store that it lies in. */
public interface PrivatePart {
    /** The private key as PKCS#8, to be closed by the caller. */
    SecretBytes pkcs8();

    /** When it was last exported from the store, or came into it; empty when it is nowhere else. */
    Optional<Instant> exported();
}

package io.holdfast.engine;

import io.holdfast.protocol.SecretBytes;
import java.util.Optional;

/** Where a role's password comes from; asked at every connection, so that a changed password needs no restart. */
@FunctionalInterface
public interface PasswordSource {
    /** No password: trust, peer or a certificate. */
    PasswordSource NONE = Optional::empty;

    /** The password in UTF-8 as a handle that the caller closes, or nothing. */
    Optional<SecretBytes> read();
}

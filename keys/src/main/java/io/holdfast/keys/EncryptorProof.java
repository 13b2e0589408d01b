package io.holdfast.keys;

import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.EncryptorName;
import java.util.Optional;

/**
 * Whether an encryptor opened its wrapped key just now.
 *
 * @param encryptor which one
 * @param how what was done to find out
 * @param failure why it did not; empty when it did and the key was the one committed to
 */
public record EncryptorProof(EncryptorName encryptor, How how, Optional<FailureReport> failure) {
    /** What was done to find out. */
    public enum How {
        /** The wrapped key was opened, and compared with its commitment. */
        OPENED,
        /** It was looked at, as its private part is elsewhere: it has the right form, and its certificate is valid. */
        LOOKED_AT
    }

    /** Whether the wrapped key opened and was the right one. */
    public boolean proven() {
        return failure.isEmpty();
    }
}

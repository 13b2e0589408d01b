package io.holdfast.keys;

import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.EncryptorName;
import java.util.Optional;

/**
 * Whether an encryptor opened its wrapped key just now.
 *
 * @param encryptor which one
 * @param failure why it did not; empty when it did and the key was the one committed to
 */
public record EncryptorProof(EncryptorName encryptor, Optional<FailureReport> failure) {
    /** Whether the wrapped key opened and was the right one. */
    public boolean proven() {
        return failure.isEmpty();
    }
}

package io.holdfast.keys.ring;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Denied;

/** What an encryptor must be like to wrap anything from now on; what it wrapped opens all the same. */
@FunctionalInterface
public interface WrapRule {
    /** Every encryptor wraps. */
    WrapRule ANY = encryptor -> {};

    /** None wraps whose private part lies in one place only. */
    WrapRule EXPORTED = encryptor -> encryptor.warning().ifPresent(warning -> {
        throw new Denied(KeysFailure.NEVER_EXPORTED, warning);
    });

    /** Returns when the encryptor may wrap; throws {@link Denied} when not. */
    void require(Encryptor encryptor);
}

package io.holdfast.gateway.io.vault;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import java.util.Locale;

/** What transit means by the words with which it calls a request wrong. */
final class TransitRefusal {
    private TransitRefusal() {}

    static Failure of(String what, String words) {
        String lower = words.toLowerCase(Locale.ROOT);
        if (lower.contains("message authentication failed")
                || lower.contains("invalid ciphertext")
                || lower.contains("could not decode")
                || lower.contains("unable to decrypt")) {
            return new Corrupt(KeysFailure.DOES_NOT_OPEN, what + ": it does not open (" + words + ")");
        }
        if (lower.contains("disallowed by policy")
                || lower.contains("version is too new")
                || lower.contains("too old")) {
            return new Denied(KeysFailure.KEY_VERSION_GONE, what + ": " + words);
        }
        if (lower.contains("encryption key not found")) {
            return new Permanent(RuntimeFailure.VAULT_MISSING, what + ": " + words);
        }
        return new Permanent(RuntimeFailure.VAULT_REFUSED, what + ": " + words);
    }
}

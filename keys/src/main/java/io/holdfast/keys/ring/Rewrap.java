package io.holdfast.keys.ring;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;
import java.util.Optional;

/**
 * A data key that is open, on its way to the encryptors that shall open its set from now on. What an encryptor wrapped earlier by the
 * key version that it wraps by now is kept, so that doing the same again changes nothing.
 */
record Rewrap(SetContext context, SecretBytes dataKey, List<WrappedKey> earlier) {
    /** What {@code encryptor} opens: wrapped anew, or the earlier one; shown to open either way. */
    WrappedKey by(Encryptor encryptor) {
        if (encryptor.kind().equals(Encryptor.CERTIFICATE)) {
            // A certificate's key has one version, and one that has expired may still open, but not wrap.
            Optional<WrappedKey> held =
                    ofName(encryptor).filter(encryptor::holds).filter(key -> opens(encryptor, key));
            return held.orElseGet(() -> shown(encryptor, encryptor.wrap(context, dataKey)));
        }
        WrappedKey fresh = encryptor.wrap(context, dataKey);
        return ofName(encryptor)
                .filter(key ->
                        key.kind().equals(fresh.kind()) && key.keyVersion().equals(fresh.keyVersion()))
                .filter(key -> opens(encryptor, key))
                .orElseGet(() -> shown(encryptor, fresh));
    }

    private Optional<WrappedKey> ofName(Encryptor encryptor) {
        return earlier.stream()
                .filter(key -> key.encryptor().equals(encryptor.name()))
                .findFirst();
    }

    private WrappedKey shown(Encryptor encryptor, WrappedKey fresh) {
        if (!opens(encryptor, fresh)) {
            throw new Corrupt(
                    KeysFailure.OTHER_KEY,
                    "what encryptor " + encryptor.name() + " wrapped just now for set " + context.set()
                            + " does not open as the key that it was given");
        }
        return fresh;
    }

    /** Whether it opens as this data key; for a key that cannot be opened here, whether it looks as if it would. */
    private boolean opens(Encryptor encryptor, WrappedKey key) {
        try {
            Optional<SecretBytes> opened = encryptor.show(context, key);
            try {
                return opened.map(dataKey::sameAs).orElse(true);
            } finally {
                opened.ifPresent(SecretBytes::close);
            }
        } catch (Corrupt e) {
            return false;
        }
    }
}

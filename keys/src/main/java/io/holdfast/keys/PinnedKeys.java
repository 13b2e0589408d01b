package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The signing keys that a process trusts because its configuration names them; verifies without asking anybody. */
public final class PinnedKeys {
    private final Map<String, Ed25519> keys = new LinkedHashMap<>();

    /** Trusts exactly these. */
    public PinnedKeys(List<SigningKey> trusted) {
        trusted.forEach(key -> keys.put(key.id(), key.ready()));
    }

    /**
     * Returns when a pinned key signed {@code body}.
     *
     * @param what whose body it is, for the failure's words, such as {@code manifest of set 01J…-1}
     * @throws Denied when the key that signed is not pinned
     * @throws Corrupt when the signature is not that key's over this body
     */
    public void verify(String what, Bytes body, ManifestSignature signature) {
        Ed25519 key = keys.get(signature.keyId());
        if (key == null) {
            String pinned = keys.isEmpty() ? "none" : keys.keySet().stream().collect(Collectors.joining(", "));
            throw new Denied(
                    KeysFailure.SIGNER_NOT_PINNED,
                    "the " + what + " is signed by key " + shown(signature.keyId()) + "; pinned here: " + pinned);
        }
        if (!key.verifies(SignedBody.of(body), signature.bytes().toArray())) {
            throw new Corrupt(
                    KeysFailure.SIGNATURE_WRONG,
                    "the signature of the " + what + " by key " + signature.keyId() + " does not fit its bytes");
        }
    }

    private static String shown(String keyId) {
        return keyId.length() <= 40 ? keyId : keyId.substring(0, 40) + "…";
    }
}

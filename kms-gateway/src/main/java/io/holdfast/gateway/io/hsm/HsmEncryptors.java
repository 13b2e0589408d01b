package io.holdfast.gateway.io.hsm;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretResolver;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes encryptors of the keys of a gateway's HSMs. */
public final class HsmEncryptors {
    private final Map<String, Hsm> hsms = new LinkedHashMap<>();

    /**
     * Of these HSMs by name; none is asked yet.
     *
     * @throws Permanent when two are the same token: a process has one login for a token
     */
    public HsmEncryptors(Map<String, HsmSettings> settings, SecretResolver secrets, InstantSource clock) {
        Map<String, String> places = new LinkedHashMap<>();
        settings.forEach((name, one) -> {
            String other = places.put(one.library() + " " + one.place(), name);
            if (other != null) {
                throw Permanent.invalid("a token stands in one HSM only", "hsms: " + other + ", " + name);
            }
            hsms.put(name, new Hsm(name, one, secrets, clock));
        });
    }

    /**
     * A key as an encryptor; nothing is asked of the HSM yet.
     *
     * @param hsm the HSM's name in the configuration
     * @param key its label, of the first version
     */
    public Encryptor encryptor(EncryptorName name, String hsm, String key) {
        Hsm found = hsms.get(hsm);
        if (found == null) {
            throw new Permanent(
                    GatewayFailure.HSM_UNKNOWN,
                    "encryptor " + name + " lies in HSM " + hsm + ", which is not configured; there are: "
                            + hsms.keySet());
        }
        return new HsmEncryptor(name, found, key);
    }
}

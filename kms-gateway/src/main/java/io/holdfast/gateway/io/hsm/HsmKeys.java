package io.holdfast.gateway.io.hsm;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;

/**
 * The AES-256 keys of a token to which somebody is logged in. The versions of the key {@code holdfast} have the labels {@code holdfast}
 * (version 1), {@code holdfast.2}, {@code holdfast.3} and so on.
 */
final class HsmKeys {
    private static final int KEY_BITS = 256;

    private final Provider provider;
    private final KeyStore token;
    private final String where;

    /**
     * Logs in.
     *
     * @param where the HSM, for messages
     * @throws IOException when the token refuses, or does not answer
     */
    HsmKeys(Provider provider, char[] pin, String where) throws GeneralSecurityException, IOException {
        this.provider = provider;
        this.where = where;
        this.token = KeyStore.getInstance("PKCS11", provider);
        token.load(null, pin);
    }

    /** What computes inside the token. */
    Provider provider() {
        return provider;
    }

    /** The highest version of a key; empty when there is none. */
    OptionalInt newest(String key) throws GeneralSecurityException {
        return Collections.list(token.aliases()).stream()
                .mapToInt(label -> version(key, label))
                .filter(version -> version > 0)
                .max();
    }

    private static int version(String key, String label) {
        if (label.equals(key)) {
            return 1;
        }
        String rest = label.startsWith(key + ".") ? label.substring(key.length() + 1) : "";
        return rest.matches("[1-9][0-9]{0,8}") && !rest.equals("1") ? Integer.parseInt(rest) : 0;
    }

    private static String label(String key, int version) {
        return version == 1 ? key : key + "." + version;
    }

    /**
     * One version of a key; empty when there is none.
     *
     * @throws Permanent when it could be read out of the token
     */
    Optional<SecretKey> key(String key, int version) throws GeneralSecurityException {
        String label = label(key, version);
        if (!(token.getKey(label, null) instanceof SecretKey found)) {
            return Optional.empty();
        }
        if (found.getFormat() != null || !found.getAlgorithm().equals("AES")) {
            throw new Permanent(
                    GatewayFailure.HSM_KEY_UNFIT,
                    "the key " + label + " of " + where + " is "
                            + (found.getFormat() == null
                                    ? "a key for " + found.getAlgorithm()
                                    : "one that can be read out of it"));
        }
        return Optional.of(found);
    }

    /** A new version, made inside the token; it never leaves it. Returns its number. */
    int add(String key) throws GeneralSecurityException {
        int version = newest(key).orElse(0) + 1;
        KeyGenerator generator = KeyGenerator.getInstance("AES", provider);
        generator.init(KEY_BITS);
        // The generated key is the session's; this copies it into the token, inside of it.
        token.setKeyEntry(label(key, version), generator.generateKey(), null, null);
        return version;
    }
}

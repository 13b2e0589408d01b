package io.holdfast.gateway.io.vault;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.SecretSource;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All Vaults of a gateway: makes encryptors of their transit keys, and reads secrets from the first of them. */
public final class VaultEncryptors implements SecretSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VaultEncryptors.class);

    private final Map<String, VaultSession> sessions = new LinkedHashMap<>();

    /** Of these Vaults by name; none is contacted yet. Their own logins come from {@code secrets}. */
    public VaultEncryptors(Map<String, VaultSettings> vaults, SecretResolver secrets) {
        vaults.forEach((name, settings) -> sessions.put(name, new VaultSession(name, settings, secrets)));
    }

    /**
     * A transit key as an encryptor, probed: a key that would not bind its set is refused. A Vault that cannot be reached now is
     * only logged, as the gateway's other encryptors shall work meanwhile.
     *
     * @param vault the Vault's name in the configuration
     * @param mount where transit is mounted
     * @param key the transit key's name
     */
    public Encryptor transit(EncryptorName name, String vault, String mount, String key) {
        VaultSession session = sessions.get(vault);
        if (session == null) {
            throw new Permanent(
                    GatewayFailure.VAULT_UNKNOWN,
                    "encryptor " + name + " lies in Vault " + vault + ", which is not configured; there are: "
                            + sessions.keySet());
        }
        TransitEncryptor encryptor = new TransitEncryptor(name, session, mount, key);
        try {
            encryptor.probe();
        } catch (Transient e) {
            LOG.warn("encryptor {} cannot be used now: {}", name, e.what());
        }
        return encryptor;
    }

    /** Probes an encryptor that {@link #transit} made; returns when it can be used now. */
    public static void probe(Encryptor encryptor) {
        if (encryptor instanceof TransitEncryptor transit) {
            transit.probe();
        }
    }

    @Override
    public SecretRef.Scheme scheme() {
        return SecretRef.Scheme.VAULT;
    }

    @Override
    public SecretBytes read(SecretRef reference) {
        int hash = reference.location().lastIndexOf('#');
        if (hash < 1 || hash == reference.location().length() - 1) {
            throw Permanent.invalid("a secret in Vault is vault:PATH#FIELD", reference.text());
        }
        VaultSession session = sessions.values().stream()
                .findFirst()
                .orElseThrow(() -> new Permanent(
                        GatewayFailure.VAULT_UNKNOWN,
                        "the secret " + reference + " needs a Vault; none is configured"));
        String value = session.readSecret(reference.location().substring(0, hash))
                .get(reference.location().substring(hash + 1));
        if (value == null || value.isEmpty()) {
            throw new Permanent(GatewayFailure.VAULT_KEY_MISSING, "the secret " + reference + " has no such field");
        }
        return SecretBytes.takeOver(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        sessions.values().forEach(VaultSession::close);
    }
}

package io.holdfast.gateway.io.vault;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.vault.VaultSession;
import io.holdfast.runtime.vault.Vaults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes encryptors of the transit keys of a gateway's Vaults. */
public final class VaultEncryptors {
    private static final Logger LOG = LoggerFactory.getLogger(VaultEncryptors.class);

    private final Vaults vaults;

    /** Over these Vaults, which stay the caller's to close. */
    public VaultEncryptors(Vaults vaults) {
        this.vaults = vaults;
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
        VaultSession session = vaults.session(vault)
                .orElseThrow(() -> new Permanent(
                        GatewayFailure.VAULT_UNKNOWN,
                        "encryptor " + name + " lies in Vault " + vault + ", which is not configured; there are: "
                                + vaults.names()));
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
}

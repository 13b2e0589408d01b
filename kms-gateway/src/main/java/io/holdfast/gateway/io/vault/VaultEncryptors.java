package io.holdfast.gateway.io.vault;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.vault.VaultSession;
import io.holdfast.runtime.vault.Vaults;

/** Makes encryptors of the transit keys of a gateway's Vaults. */
public final class VaultEncryptors {
    private final Vaults vaults;

    /** Over these Vaults, which stay the caller's to close. */
    public VaultEncryptors(Vaults vaults) {
        this.vaults = vaults;
    }

    /**
     * A transit key as an encryptor; nothing is asked of Vault yet.
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
        return new TransitEncryptor(name, session, mount, key);
    }
}

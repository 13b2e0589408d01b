package io.holdfast.runtime.vault;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.config.TypeName;

/** How a process shows Vault or OpenBao who it is. */
public sealed interface VaultLogin {
    /** A token, read again when it is refused. */
    @TypeName("token")
    record Token(
            @Setting(doc = "The token, by reference: file: or env:.", example = "file:/etc/holdfast/vault-token")
            SecretRef token)
            implements VaultLogin {
        public Token {
            refuseVault(token);
        }
    }

    /** An AppRole, logged in anew when its token has expired. */
    @TypeName("app-role")
    record AppRole(
            @Setting(doc = "The role's id.") String roleId,

            @Setting(doc = "The secret id, by reference: file: or env:.", example = "file:/etc/holdfast/secret-id")
            SecretRef secretId,

            @Setting(doc = "Where AppRole is mounted.") @Default("approle")
            String mount)
            implements VaultLogin {
        public AppRole {
            refuseVault(secretId);
        }
    }

    private static void refuseVault(SecretRef login) {
        if (login.scheme() == SecretRef.Scheme.VAULT) {
            throw Permanent.invalid(
                    "what logs in at Vault cannot lie in Vault itself; it is file:/path or env:NAME", login.text());
        }
    }
}

package io.holdfast.gateway.io.vault;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.config.TypeName;

/** How the gateway shows Vault or OpenBao who it is. */
public sealed interface VaultLogin {
    /** A token, read again when it is refused. */
    @TypeName("token")
    record Token(
            @Setting(doc = "The token, by reference.", example = "file:/etc/holdfast/vault-token")
            SecretRef token) implements VaultLogin {}

    /** An AppRole, logged in anew when its token has expired. */
    @TypeName("app-role")
    record AppRole(
            @Setting(doc = "The role's id.") String roleId,

            @Setting(doc = "The secret id, by reference.", example = "file:/etc/holdfast/secret-id")
            SecretRef secretId,

            @Setting(doc = "Where AppRole is mounted.") @Default("approle")
            String mount)
            implements VaultLogin {}
}

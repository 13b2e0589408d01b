package io.holdfast.gateway.app;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.config.TypeName;

/** Where an encryptor's key lies. */
public sealed interface EncryptorSettings {
    /** In the gateway's sealed store, under the encryptor's name. */
    @TypeName("store")
    record InStore() implements EncryptorSettings {}

    /** In the transit engine of a Vault or OpenBao. */
    @TypeName("transit")
    record InTransit(
            @Setting(doc = "The Vault's name below vaults.", example = "main")
            String vault,

            @Setting(doc = "Where transit is mounted.") @Default("transit")
            String mount,

            @Setting(doc = "The key's name; a key of type aes256-gcm96 with derived=true.", example = "holdfast")
            String key)
            implements EncryptorSettings {}
}

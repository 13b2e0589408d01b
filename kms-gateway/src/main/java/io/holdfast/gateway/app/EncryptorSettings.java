package io.holdfast.gateway.app;

import io.holdfast.keys.KeyFingerprint;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.config.TypeName;
import java.nio.file.Path;
import java.util.Optional;

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

    /** In an HSM, which it never leaves. */
    @TypeName("hsm")
    record InHsm(
            @Setting(doc = "The HSM's name below hsms.", example = "main")
            String hsm,

            @Setting(
                    doc =
                            "The key's label; an AES-256 key that cannot be extracted. Its later versions have .2, .3 and so on appended.",
                    example = "holdfast")
            String key)
            implements EncryptorSettings {}

    /** The key of a certificate; opens where the sealed store has the private part. */
    @TypeName("certificate")
    record OfCertificate(
            @Setting(
                    doc =
                            "The certificate as PEM, followed by those of its issuers unless it signed itself: RSA of 3072 or 4096"
                                    + " bits, or EC on P-384.",
                    example = "/etc/holdfast/escrow.cer")
            @OnDisk(OnDisk.What.FILE)
            Path certificate,

            @Setting(
                    doc = "The fingerprint of its public key; the gateway does not start with another one.",
                    example = "sha256:1f0c…")
            Optional<KeyFingerprint> fingerprint)
            implements EncryptorSettings {}
}

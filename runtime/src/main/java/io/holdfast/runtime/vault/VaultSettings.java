package io.holdfast.runtime.vault;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.SecretPlace;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A Vault or OpenBao that a process uses. */
public record VaultSettings(
        @Setting(doc = "Its address.", example = "https://vault.example:8200")
        URI address,

        @Setting(
                doc = "The certificate of its CA, PEM; without it the Java runtime's own are trusted.",
                example = "tls/vault-ca.pem")
        @OnDisk(OnDisk.What.FILE)
        Optional<Path> ca,

        @Setting(doc = "The namespace, where it has them.", example = "backup")
        Optional<String> namespace,

        @Setting(doc = "How this process logs in.") VaultLogin login,

        @Setting(doc = "How long one request may take.") @Default("10s")
        Duration timeout)
        implements SecretPlace {
    /** What every configuration says of its section of them. */
    public static final String DOC = "Vaults or OpenBaos by name; vault: references are read from the first.";

    /** How such a section looks. */
    public static final String EXAMPLE =
            "{main: {address: \"https://vault.example:8200\", login: {type: token, token: \"file:secrets/vault-token\"}}}";

    @Override
    public SecretRef.Scheme scheme() {
        return SecretRef.Scheme.VAULT;
    }
}

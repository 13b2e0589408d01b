package io.holdfast.gateway.io.vault;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A Vault or OpenBao that the gateway uses. */
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

        @Setting(doc = "How the gateway logs in.") VaultLogin login,

        @Setting(doc = "How long one request may take.") @Default("10s")
        Duration timeout) {}

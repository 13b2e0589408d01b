package io.holdfast.keys;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.tls.TlsSettings;
import java.net.URI;
import java.time.Duration;

/** Where a process finds the key gateway, and as whom it calls. */
public record GatewaySettings(
        @Setting(doc = "The gateway's address; https only.", example = "https://gateway.example:8443")
        URI url,

        @Setting(doc = "Certificates for mutual TLS.") TlsSettings tls,

        @Setting(doc = "How long one call may take.", example = "10s") @Default("10s")
        Duration timeout,

        @Setting(doc = "How long a failing call is repeated before it fails.", example = "2m") @Default("1m")
        Duration patience) {}

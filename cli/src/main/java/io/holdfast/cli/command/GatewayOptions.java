package io.holdfast.cli.command;

import io.holdfast.cli.client.ClientConfig;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.runtime.tls.TlsSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which gateway is asked, and as whom. */
final class GatewayOptions {
    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "As whom the gateway is asked (default: the certificate of the client's configuration).")
    @Nullable
    Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The private key of --tls-certificate.")
    @Nullable
    Path key;

    @Mixin
    ClientOptions client;

    boolean given() {
        return certificate != null || key != null;
    }

    /** The gateway, to be closed by the caller. */
    GatewayClient open(Holdfast holdfast) {
        if ((certificate == null) != (key == null)) {
            throw Holdfast.usage("--tls-certificate and --tls-key go together");
        }
        ClientConfig config = holdfast.config(client.file());
        GatewaySettings settings = config.gateway()
                .orElseThrow(() -> Holdfast.usage("the client's configuration has no section gateway: add it"));
        return GatewayClient.of(as(settings), InstantSource.system());
    }

    private GatewaySettings as(GatewaySettings settings) {
        if (certificate == null || key == null) {
            return settings;
        }
        TlsSettings tls = new TlsSettings(certificate, key, settings.tls().ca());
        return new GatewaySettings(settings.url(), tls, settings.timeout(), settings.patience());
    }
}

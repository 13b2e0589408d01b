package io.holdfast.cli.command;

import io.holdfast.cli.client.ClientConfig;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.runtime.tls.TlsSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who keeps the keys: a gateway that runs, or the sealed store of one that is stopped. */
final class KeeperOptions {
    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "The sealed store of a gateway that is stopped (default: the gateway is asked).")
    @Nullable
    Path store;

    @Mixin
    KeysCommand.UnlockOptions unlock;

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

    /** The store that is worked on, and what unlocks it; empty when the gateway is asked. */
    Optional<UnlockSettings> store() {
        if (store != null) {
            if (certificate != null || key != null) {
                throw Holdfast.usage("--tls-certificate and --tls-key are for the gateway, --store is without it");
            }
            return Optional.of(unlock.settings(store));
        }
        if (unlock.given()) {
            throw Holdfast.usage("--key-file and --passphrase unlock a store: name it with --store FILE");
        }
        return Optional.empty();
    }

    /** The gateway, to be closed by the caller. */
    GatewayClient gateway(Holdfast holdfast) {
        if ((certificate == null) != (key == null)) {
            throw Holdfast.usage("--tls-certificate and --tls-key go together");
        }
        ClientConfig config = holdfast.config(client.file());
        GatewaySettings settings = config.gateway()
                .orElseThrow(
                        () -> Holdfast.usage(
                                "the client's configuration has no section gateway: add it, or name a sealed store with --store"));
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

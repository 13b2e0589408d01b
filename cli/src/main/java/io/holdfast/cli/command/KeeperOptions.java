package io.holdfast.cli.command;

import io.holdfast.keys.store.UnlockSettings;
import java.nio.file.Path;
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

    @Mixin
    GatewayOptions gateway;

    /** The store that is worked on, and what unlocks it; empty when the gateway is asked. */
    Optional<UnlockSettings> store() {
        if (store != null) {
            if (gateway.given()) {
                throw Holdfast.usage("--tls-certificate and --tls-key are for the gateway, --store is without it");
            }
            return Optional.of(unlock.settings(store));
        }
        if (unlock.given()) {
            throw Holdfast.usage("--key-file and --passphrase unlock a store: name it with --store FILE");
        }
        return Optional.empty();
    }
}

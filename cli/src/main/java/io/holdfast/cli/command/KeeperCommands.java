package io.holdfast.cli.command;

import io.holdfast.keys.SigningKey;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.keys.ring.Switches;
import io.holdfast.keys.store.SealedStore;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.store.StoreEncryptors;
import io.holdfast.keys.store.StoreSigner;
import io.holdfast.keys.store.StoreSwitches;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.keys.wire.Answers;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.process.ExitCode;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** What is shown and changed of encryptors, whether their gateway runs or not. */
final class KeeperCommands {
    /** Who changes a store's file: no certificate says it. */
    private static final String BY_FILE = "the sealed store's file";

    private KeeperCommands() {}

    @Command(
            name = "list",
            description =
                    "Lists the encryptors of a gateway and how they are; or those of a sealed store, and its signing keys.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys list --json",
                "  holdfast keys list --store keys/holdfast.store --key-file file:keys/store.key",
                "  holdfast keys list --store keys/holdfast.store --passphrase env:PASSPHRASE --json"
            })
    static final class Show implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        KeeperOptions options;

        @Override
        public Integer call() {
            Results results = options.gateway.client.results(keys.holdfast.screen());
            Optional<UnlockSettings> store = options.store();
            if (store.isPresent()) {
                results.storeKeys(keys.look(store.get(), Show::found));
                return ExitCode.OK.number();
            }
            try (GatewayClient gateway = options.gateway.open(keys.holdfast)) {
                results.encryptors(gateway.encryptors());
            }
            return ExitCode.OK.number();
        }

        private static Results.StoreKeys found(SealedStore store) {
            StoreEncryptors encryptors = new StoreEncryptors(store);
            return new Results.StoreKeys(
                    encryptors.names().stream()
                            .map(name -> new Results.Encryptor(name, encryptors.versions(name)))
                            .toList(),
                    new StoreCertificates(store)
                            .all().stream().map(CertificateCommand::shown).toList(),
                    new StoreSigner(store)
                            .publicKeys().stream().map(SigningKey::text).toList(),
                    new StoreSwitches(store, InstantSource.system())
                            .all().entrySet().stream()
                                    .map(one -> new Results.Disabled(
                                            one.getKey(),
                                            one.getValue().since(),
                                            one.getValue().by()))
                                    .toList());
        }
    }

    @Command(
            name = "rotate",
            description = {
                "Gives an encryptor a new key version, which wraps from the next job on;",
                "earlier ones still open what they wrapped."
            },
            footer = {
                "",
                "Examples:",
                "  holdfast keys rotate store --tls-certificate tls/key-admin.pem --tls-key tls/key-admin.key",
                "  holdfast keys rotate store --store keys/holdfast.store --key-file file:keys/store.key"
            })
    static final class Rotate implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        KeeperOptions options;

        @Parameters(paramLabel = "NAME", description = "The encryptor's name.")
        EncryptorName encryptor;

        @Override
        public Integer call() {
            Optional<UnlockSettings> store = options.store();
            if (store.isPresent()) {
                keys.change(store.get(), opened -> {
                    int version = new StoreEncryptors(opened).rotate(encryptor);
                    keys.holdfast
                            .screen()
                            .result("Encryptor " + encryptor + " wraps with version " + version + " from now on.");
                });
                return ExitCode.OK.number();
            }
            return changed(keys, options, "has a new key version", gateway -> gateway.rotate(encryptor));
        }
    }

    @Command(
            name = "disable",
            description = {
                "Takes an encryptor out of use at once: it neither wraps nor opens data keys, until it is enabled.",
                "Sets that other encryptors open stay restorable by those."
            },
            footer = {
                "",
                "Examples:",
                "  holdfast keys disable store --tls-certificate tls/key-admin.pem --tls-key tls/key-admin.key",
                "  holdfast keys disable store --store keys/holdfast.store --key-file file:keys/store.key"
            })
    static final class Disable implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        KeeperOptions options;

        @Parameters(paramLabel = "NAME", description = "The encryptor's name.")
        EncryptorName encryptor;

        @Override
        public Integer call() {
            Optional<UnlockSettings> store = options.store();
            if (store.isPresent()) {
                keys.change(store.get(), opened -> disable(opened));
                return ExitCode.OK.number();
            }
            return changed(keys, options, "is disabled", gateway -> gateway.disable(encryptor));
        }

        private void disable(SealedStore store) {
            new StoreSwitches(store, InstantSource.system()).disable(encryptor, BY_FILE);
            keys.holdfast.screen().result("Encryptor " + encryptor + " is disabled.");
            boolean known = new StoreEncryptors(store).names().contains(encryptor)
                    || new StoreCertificates(store)
                            .all().stream().anyMatch(one -> one.name().equals(encryptor));
            if (!known) {
                keys.holdfast
                        .screen()
                        .say(
                                "The store itself has no encryptor of this name: that holds for one that the gateway's configuration"
                                        + " calls so. The configuration shows whether there is one.");
            }
        }
    }

    @Command(
            name = "enable",
            description = "Lets an encryptor that was disabled be used again.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys enable store --tls-certificate tls/key-admin.pem --tls-key tls/key-admin.key",
                "  holdfast keys enable store --store keys/holdfast.store --key-file file:keys/store.key"
            })
    static final class Enable implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        KeeperOptions options;

        @Parameters(paramLabel = "NAME", description = "The encryptor's name.")
        EncryptorName encryptor;

        @Override
        public Integer call() {
            Optional<UnlockSettings> store = options.store();
            if (store.isPresent()) {
                keys.change(store.get(), opened -> {
                    Switches switches = new StoreSwitches(opened, InstantSource.system());
                    boolean was = switches.disabled(encryptor).isPresent();
                    switches.enable(encryptor);
                    keys.holdfast
                            .screen()
                            .result("Encryptor " + encryptor + (was ? " is enabled." : " was not disabled."));
                });
                return ExitCode.OK.number();
            }
            return changed(keys, options, "is enabled", gateway -> gateway.enable(encryptor));
        }
    }

    private static int changed(
            KeysCommand keys,
            KeeperOptions options,
            String done,
            Function<GatewayClient, Answers.EncryptorState> change) {
        try (GatewayClient gateway = options.gateway.open(keys.holdfast)) {
            Answers.EncryptorState state = change.apply(gateway);
            options.gateway.client.results(keys.holdfast.screen()).changed(done, state);
        }
        return ExitCode.OK.number();
    }
}

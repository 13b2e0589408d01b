package io.holdfast.cli.command;

import io.holdfast.keys.SigningKey;
import io.holdfast.keys.store.SealedStore;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.store.StoreEncryptors;
import io.holdfast.keys.store.StoreSigner;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "keys",
        description = "Works on a sealed store while its gateway is stopped.",
        subcommands = {KeysCommand.Show.class, KeysCommand.Add.class, KeysCommand.Rotate.class, CertificateCommand.class
        },
        footer = {"", "Examples:", "  holdfast keys list --store keys/holdfast.store --key-file file:keys/store.key"})
final class KeysCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast keys list, add, rotate or certificate");
    }

    /** Which store, and what unlocks it. */
    static final class StoreOptions {
        @Option(names = "--store", required = true, paramLabel = "FILE", description = "The sealed store.")
        Path file;

        @Option(
                names = "--key-file",
                paramLabel = "REF",
                description = "What unlocks it, by reference: file:/path or env:NAME.")
        @Nullable
        SecretRef keyFile;

        @Option(names = "--passphrase", paramLabel = "REF", description = "The same for a store with a passphrase.")
        @Nullable
        SecretRef passphrase;

        UnlockSettings settings() {
            if ((passphrase == null) == (keyFile == null)) {
                throw Holdfast.usage("a store is unlocked by --key-file REF or --passphrase REF, one of the two");
            }
            return new UnlockSettings(file, Optional.ofNullable(passphrase), Optional.ofNullable(keyFile));
        }
    }

    void change(StoreOptions options, Consumer<SealedStore> work) {
        UnlockSettings settings = options.settings();
        try (SealedStore store = settings.unlock(
                SecretResolver.of(holdfast.env()), unlock -> SealedStore.open(settings.file(), unlock))) {
            work.accept(store);
        }
    }

    <T> T look(StoreOptions options, Function<SealedStore, T> work) {
        UnlockSettings settings = options.settings();
        try (SealedStore store = settings.unlock(
                SecretResolver.of(holdfast.env()), unlock -> SealedStore.openForReading(settings.file(), unlock))) {
            return work.apply(store);
        }
    }

    @Command(
            name = "list",
            description = "Lists a store's encryptors and the keys that sign manifests.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys list --store keys/holdfast.store --key-file file:keys/store.key",
                "  holdfast keys list --store keys/holdfast.store --passphrase env:PASSPHRASE --json"
            })
    static final class Show implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        StoreOptions options;

        @Mixin
        FormOptions output;

        @Override
        public Integer call() {
            Results.StoreKeys found = keys.look(options, store -> {
                StoreEncryptors encryptors = new StoreEncryptors(store);
                return new Results.StoreKeys(
                        encryptors.names().stream()
                                .map(name -> new Results.Encryptor(name, encryptors.versions(name)))
                                .toList(),
                        new StoreCertificates(store)
                                .all().stream().map(CertificateCommand::shown).toList(),
                        new StoreSigner(store)
                                .publicKeys().stream().map(SigningKey::text).toList());
            });
            new Results(keys.holdfast.screen(), output.form()).storeKeys(found);
            return ExitCode.OK.number();
        }
    }

    @Command(
            name = "add",
            description = "Adds an encryptor with a key of its own.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys add escrow --store keys/holdfast.store --key-file file:keys/store.key"
            })
    static final class Add implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        StoreOptions options;

        @Parameters(paramLabel = "NAME", description = "The encryptor's name.")
        EncryptorName encryptor;

        @Override
        public Integer call() {
            keys.change(options, store -> new StoreEncryptors(store).add(encryptor));
            keys.holdfast.screen().result("Encryptor " + encryptor + " was added.");
            return ExitCode.OK.number();
        }
    }

    @Command(
            name = "rotate",
            description = "Gives an encryptor a new key version; earlier ones still open what they wrapped.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys rotate store --store keys/holdfast.store --key-file file:keys/store.key"
            })
    static final class Rotate implements Callable<Integer> {
        @ParentCommand
        KeysCommand keys;

        @Mixin
        StoreOptions options;

        @Parameters(paramLabel = "NAME", description = "The encryptor's name.")
        EncryptorName encryptor;

        @Override
        public Integer call() {
            keys.change(options, store -> {
                int version = new StoreEncryptors(store).rotate(encryptor);
                keys.holdfast
                        .screen()
                        .result("Encryptor " + encryptor + " wraps with version " + version + " from now on.");
            });
            return ExitCode.OK.number();
        }
    }
}

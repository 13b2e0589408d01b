package io.holdfast.cli.command;

import io.holdfast.keys.store.SealedStore;
import io.holdfast.keys.store.StoreEncryptors;
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
        description = {
            "Shows and changes what wraps data keys: at a gateway that runs,",
            "or with --store in the sealed store of one that is stopped."
        },
        subcommands = {
            KeeperCommands.Show.class,
            KeysCheckCommand.class,
            KeysCommand.Add.class,
            KeeperCommands.Rotate.class,
            KeeperCommands.Disable.class,
            KeeperCommands.Enable.class,
            CertificateCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  holdfast keys list",
            "  holdfast keys list --store keys/holdfast.store --key-file file:keys/store.key"
        })
final class KeysCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast keys list, check, add, rotate, disable, enable or certificate");
    }

    /** What unlocks a store. */
    static final class UnlockOptions {
        @Option(
                names = "--key-file",
                paramLabel = "REF",
                description = "What unlocks it, by reference: file:/path or env:NAME.")
        @Nullable
        SecretRef keyFile;

        @Option(names = "--passphrase", paramLabel = "REF", description = "The same for a store with a passphrase.")
        @Nullable
        SecretRef passphrase;

        boolean given() {
            return keyFile != null || passphrase != null;
        }

        UnlockSettings settings(Path file) {
            if ((passphrase == null) == (keyFile == null)) {
                throw Holdfast.usage("a store is unlocked by --key-file REF or --passphrase REF, one of the two");
            }
            return new UnlockSettings(file, Optional.ofNullable(passphrase), Optional.ofNullable(keyFile));
        }
    }

    /** Which store, and what unlocks it. */
    static final class StoreOptions {
        @Option(names = "--store", required = true, paramLabel = "FILE", description = "The sealed store.")
        Path file;

        @Mixin
        UnlockOptions unlock;

        UnlockSettings settings() {
            return unlock.settings(file);
        }
    }

    void change(StoreOptions options, Consumer<SealedStore> work) {
        change(options.settings(), work);
    }

    void change(UnlockSettings settings, Consumer<SealedStore> work) {
        try (SealedStore store = settings.unlock(
                SecretResolver.of(holdfast.env()), unlock -> SealedStore.open(settings.file(), unlock))) {
            work.accept(store);
        }
    }

    <T> T look(StoreOptions options, Function<SealedStore, T> work) {
        return look(options.settings(), work);
    }

    <T> T look(UnlockSettings settings, Function<SealedStore, T> work) {
        try (SealedStore store = settings.unlock(
                SecretResolver.of(holdfast.env()), unlock -> SealedStore.openForReading(settings.file(), unlock))) {
            return work.apply(store);
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
}

package io.holdfast.cli.command;

import io.holdfast.keys.certificate.KeyFiles;
import io.holdfast.keys.certificate.KeyKind;
import io.holdfast.keys.certificate.NewCertificate;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.store.StoredCertificate;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "certificate",
        description = "Works on the certificates of a sealed store, whose keys can also be kept elsewhere.",
        subcommands = {
            CertificateCommand.Create.class,
            CertificateCommand.Export.class,
            CertificateCommand.Import.class,
            CertificateCommand.Show.class
        },
        footer = {
            "",
            "Examples:",
            "  holdfast keys certificate create escrow --store keys/holdfast.store --key-file file:keys/store.key",
            "  holdfast keys certificate export --help"
        })
final class CertificateCommand implements Runnable {
    @ParentCommand
    KeysCommand keys;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast keys certificate create, export, import or list");
    }

    static Results.Certificate shown(StoredCertificate one) {
        return new Results.Certificate(
                one.name(),
                one.certificate().fingerprint().text(),
                one.certificate().end(),
                one.privatePart().exported().orElse(null));
    }

    private void say(String line) {
        keys.holdfast.screen().result(line);
    }

    /** Lends the passphrase of a file and wipes it. */
    private <T> T with(SecretRef secret, Function<char[], T> work) {
        char[] passphrase = SecretResolver.of(keys.holdfast.env()).resolveText(secret);
        try {
            return work.apply(passphrase);
        } finally {
            Arrays.fill(passphrase, '\0');
        }
    }

    @Command(
            name = "create",
            description = "Makes a key pair and a certificate that it signs itself.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys certificate create escrow --store keys/holdfast.store --key-file file:keys/store.key",
                "  holdfast keys certificate create site-b --key rsa-4096 --days 730 --store keys/holdfast.store --key-file"
                        + " file:keys/store.key"
            })
    static final class Create implements Callable<Integer> {
        private static final int MOST_DAYS = 36_525;

        @ParentCommand
        CertificateCommand certificate;

        @Mixin
        KeysCommand.StoreOptions options;

        @Parameters(paramLabel = "NAME", description = "The certificate's name in the store.")
        EncryptorName name;

        @Option(
                names = "--key",
                paramLabel = "KIND",
                defaultValue = "ec-p384",
                description = "rsa-3072, rsa-4096 or ec-p384 (default: ${DEFAULT-VALUE}).")
        KeyKind kind;

        @Option(
                names = "--days",
                paramLabel = "N",
                defaultValue = "1825",
                description =
                        "How long it may wrap new keys (default: ${DEFAULT-VALUE}). It opens what it wrapped for ever.")
        int days;

        @Override
        public Integer call() {
            if (days < 1 || days > MOST_DAYS) {
                throw Holdfast.usage("--days is 1 to " + MOST_DAYS + ", and not " + days);
            }
            // A moment of the wall clock, as certificates hold them.
            Instant now = Instant.now();
            try (NewCertificate made = NewCertificate.create(name, kind, now, Duration.ofDays(days))) {
                certificate.keys.change(
                        options,
                        store -> new StoreCertificates(store)
                                .add(name, made.certificate(), made.pkcs8(), Optional.empty()));
                certificate.say("Certificate " + name + " was made; its key is "
                        + made.certificate().fingerprint() + ", valid until "
                        + made.certificate().end() + ".");
                certificate.say(
                        "Next: keep its private key apart from this store (holdfast keys certificate export " + name
                                + " --pfx FILE --secret REF), and name the certificate in gateway.yaml (--certificate FILE"
                                + " exports it).");
            }
            return ExitCode.OK.number();
        }
    }

    /** Where an export goes, or an import comes from. */
    static final class KeyFileOptions {
        @Option(names = "--certificate", paramLabel = "FILE", description = "The certificate, as PEM.")
        @Nullable
        Path certificate;

        @Option(
                names = "--private-key",
                paramLabel = "FILE",
                description = "The private key, as PEM of PKCS#8 under a passphrase.")
        @Nullable
        Path privateKey;

        @Option(
                names = "--pfx",
                paramLabel = "FILE",
                description = "Certificate and private key in one file, PKCS#12 under a passphrase.")
        @Nullable
        Path pfx;

        @Option(
                names = "--secret",
                paramLabel = "REF",
                description = "The passphrase of the private key's file, by reference: file:/path or env:NAME.")
        @Nullable
        SecretRef secret;

        boolean hasSecretFile() {
            return privateKey != null || pfx != null;
        }

        SecretRef requiredSecret() {
            if (secret == null) {
                throw Holdfast.usage("a private key's file has a passphrase: --secret REF");
            }
            return secret;
        }
    }

    @Command(
            name = "export",
            description = {
                "Writes a certificate, or its private key under a passphrase, into new files.",
                "Keep the private key's file apart from the store, and its passphrase apart from the file."
            },
            footer = {
                "",
                "Examples:",
                "  holdfast keys certificate export escrow --certificate escrow.cer --store keys/holdfast.store --key-file"
                        + " file:keys/store.key",
                "  holdfast keys certificate export escrow --pfx escrow.pfx --secret env:ESCROW --store keys/holdfast.store"
                        + " --key-file file:keys/store.key"
            })
    static final class Export implements Callable<Integer> {
        @ParentCommand
        CertificateCommand certificate;

        @Mixin
        KeysCommand.StoreOptions options;

        @Mixin
        KeyFileOptions files;

        @Parameters(paramLabel = "NAME", description = "The certificate's name in the store.")
        EncryptorName name;

        @Override
        public Integer call() {
            if (files.certificate == null && !files.hasSecretFile()) {
                throw Holdfast.usage("export what? --certificate FILE, --private-key FILE or --pfx FILE");
            }
            refuseExisting(files.certificate);
            refuseExisting(files.privateKey);
            refuseExisting(files.pfx);
            if (files.hasSecretFile()) {
                SecretRef secret = files.requiredSecret();
                certificate.keys.change(options, store -> {
                    StoreCertificates all = new StoreCertificates(store);
                    StoredCertificate one = all.get(name);
                    writeSecretFiles(one, secret);
                    all.exported(name, Instant.now());
                    writeCertificate(one);
                });
            } else {
                writeCertificate(certificate.keys.look(options, store -> new StoreCertificates(store).get(name)));
            }
            return ExitCode.OK.number();
        }

        private static void refuseExisting(@Nullable Path file) {
            if (file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw Holdfast.usage(file + " is there already; nothing was written. Name a new file");
            }
        }

        private void writeSecretFiles(StoredCertificate one, SecretRef secret) {
            if (files.privateKey != null) {
                write(files.privateKey, certificate.with(secret, passphrase -> {
                    try (SecretBytes pkcs8 = one.privatePart().pkcs8()) {
                        return KeyFiles.pkcs8Pem(pkcs8, passphrase);
                    }
                }));
            }
            if (files.pfx != null) {
                write(
                        files.pfx,
                        certificate.with(
                                secret,
                                passphrase -> KeyFiles.pfx(name, one.certificate(), one.privatePart(), passphrase)));
            }
        }

        private void writeCertificate(StoredCertificate one) {
            if (files.certificate != null) {
                write(files.certificate, KeyFiles.certificatePem(one.certificate()));
            }
        }

        private void write(Path file, byte[] content) {
            PrivateFiles.replace(file, content);
            certificate.say("Wrote " + file + ".");
        }
    }

    @Command(
            name = "import",
            description = "Takes a certificate and its private key into a store, under any name.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys certificate import escrow --pfx escrow.pfx --secret env:ESCROW --store keys/holdfast.store"
                        + " --key-file file:keys/store.key",
                "  holdfast keys certificate import site-a --certificate a.cer --private-key a.p8 --secret file:a.secret --store"
                        + " keys/holdfast.store --key-file file:keys/store.key"
            })
    static final class Import implements Callable<Integer> {
        @ParentCommand
        CertificateCommand certificate;

        @Mixin
        KeysCommand.StoreOptions options;

        @Mixin
        KeyFileOptions files;

        @Parameters(paramLabel = "NAME", description = "The name that it gets in the store.")
        EncryptorName name;

        @Override
        public Integer call() {
            Function<char[], KeyFiles.Opened> opening = opening();
            try (KeyFiles.Opened opened = certificate.with(files.requiredSecret(), opening)) {
                certificate.keys.change(
                        options,
                        store -> new StoreCertificates(store)
                                .add(name, opened.certificate(), opened.pkcs8(), Optional.of(Instant.now())));
                certificate.say("Certificate " + name + " was imported; its key is "
                        + opened.certificate().fingerprint() + ".");
            }
            return ExitCode.OK.number();
        }

        private Function<char[], KeyFiles.Opened> opening() {
            Path pfx = files.pfx;
            Path own = files.certificate;
            Path key = files.privateKey;
            if (pfx != null && own == null && key == null) {
                return passphrase -> KeyFiles.openPfx(pfx, passphrase);
            }
            if (pfx == null && own != null && key != null) {
                return passphrase -> KeyFiles.open(own, key, passphrase);
            }
            throw Holdfast.usage("import from --pfx FILE, or from --certificate FILE with --private-key FILE");
        }
    }

    @Command(
            name = "list",
            description = "Lists the certificates whose private keys a store has, and when those were last exported.",
            footer = {
                "",
                "Examples:",
                "  holdfast keys certificate list --store keys/holdfast.store --key-file file:keys/store.key --json"
            })
    static final class Show implements Callable<Integer> {
        @ParentCommand
        CertificateCommand certificate;

        @Mixin
        KeysCommand.StoreOptions options;

        @Mixin
        FormOptions output;

        @Override
        public Integer call() {
            new Results(certificate.keys.holdfast.screen(), output.form())
                    .certificates(certificate.keys.look(
                            options,
                            store -> new StoreCertificates(store)
                                    .all().stream()
                                            .map(CertificateCommand::shown)
                                            .toList()));
            return ExitCode.OK.number();
        }
    }
}

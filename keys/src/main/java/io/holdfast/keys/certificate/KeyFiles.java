package io.holdfast.keys.certificate;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.seal.CertificateWrap;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * Private keys in files, always under a passphrase: PKCS#8 by PBES2 (PBKDF2 with HMAC-SHA512, AES-256-CBC; RFC 8018) in PEM, and PFX
 * (PKCS#12, RFC 7292). OpenSSL reads what is written here, and what it writes by PBES2 is read here.
 */
public final class KeyFiles {
    /** No passphrase for a new file is shorter, in characters. */
    public static final int SHORTEST_PASSPHRASE = 12;

    private static final String PBES2 = "PBEWithHmacSHA512AndAES_256";
    /** What OWASP advises for PBKDF2 with HMAC-SHA512 is 210,000. */
    private static final int ITERATIONS = 600_000;

    private static final int SALT_BYTES = 16;
    private static final int IV_BYTES = 16;
    private static final String PEM_TYPE = "ENCRYPTED PRIVATE KEY";

    private KeyFiles() {}

    /**
     * A private key and its certificates from a file.
     *
     * @param pkcs8 the private key as PKCS#8, to be closed by whoever has this
     */
    public record Opened(RecipientCertificate certificate, SecretBytes pkcs8) implements AutoCloseable {
        @Override
        public void close() {
            pkcs8.close();
        }
    }

    /** The certificate and those of its issuers as PEM. */
    public static byte[] certificatePem(RecipientCertificate certificate) {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            for (X509Certificate one : certificate.chain()) {
                writer.writeObject(new PemObject("CERTIFICATE", one.getEncoded()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that cannot be encoded", e);
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** An encrypted PKCS#8 in PEM; a passphrase that is too short is {@link Permanent}. */
    public static byte[] pkcs8Pem(SecretBytes pkcs8, char[] passphrase) {
        requireLong(passphrase);
        try {
            SecureRandom random = new SecureRandom();
            byte[] salt = new byte[SALT_BYTES];
            byte[] iv = new byte[IV_BYTES];
            random.nextBytes(salt);
            random.nextBytes(iv);
            Cipher cipher = Cipher.getInstance(PBES2);
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    key(PBES2, passphrase),
                    new PBEParameterSpec(salt, ITERATIONS, new IvParameterSpec(iv)));
            byte[] sealed = pkcs8.use(bytes -> finish(cipher, bytes));
            byte[] encoded = new org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo(
                            new AlgorithmIdentifier(
                                    PKCSObjectIdentifiers.id_PBES2,
                                    ASN1Primitive.fromByteArray(
                                            cipher.getParameters().getEncoded())),
                            sealed)
                    .getEncoded();
            StringWriter text = new StringWriter();
            try (PemWriter writer = new PemWriter(text)) {
                writer.writeObject(new PemObject(PEM_TYPE, encoded));
            }
            return text.toString().getBytes(StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + PBES2, e);
        }
    }

    /** Certificate and private key as PFX; a passphrase that is too short is {@link Permanent}. */
    public static byte[] pfx(
            EncryptorName name, RecipientCertificate certificate, PrivatePart part, char[] passphrase) {
        requireLong(passphrase);
        try (SecretBytes pkcs8 = part.pkcs8();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    name.text(),
                    privateKey(certificate, pkcs8, "the sealed store"),
                    passphrase,
                    certificate.chain().toArray(Certificate[]::new));
            store.store(out, passphrase);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot write PKCS#12", e);
        }
    }

    /**
     * Opens a certificate file in PEM and the encrypted PKCS#8, in PEM, of its private key.
     *
     * @throws Permanent certificate-unfit, key-file-unfit: what the files hold is something else, the passphrase is wrong, or the key is
     *     another certificate's
     */
    public static Opened open(Path certificateFile, Path keyFile, char[] passphrase) {
        RecipientCertificate certificate = RecipientCertificate.read(certificateFile);
        SecretBytes pkcs8 = openPkcs8(keyFile, passphrase);
        try {
            requirePair(certificate, pkcs8, keyFile.toString());
            return new Opened(certificate, pkcs8);
        } catch (RuntimeException e) {
            pkcs8.close();
            throw e;
        }
    }

    private static SecretBytes openPkcs8(Path file, char[] passphrase) {
        EncryptedPrivateKeyInfo info = encrypted(file);
        try {
            // For PBES2 its name is that of the parameters, which name the hash and the cipher.
            String algorithm =
                    info.getAlgName().equals("PBES2") ? String.valueOf(info.getAlgParameters()) : info.getAlgName();
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, key(algorithm, passphrase), info.getAlgParameters());
            return SecretBytes.takeOver(cipher.doFinal(info.getEncryptedData()));
        } catch (GeneralSecurityException e) {
            throw unfit(
                    file.toString(), "its private key does not open: the passphrase is wrong, or the file is damaged");
        }
    }

    private static EncryptedPrivateKeyInfo encrypted(Path file) {
        byte[] content = CertificateFiles.read(file);
        try (PEMParser parser = new PEMParser(new StringReader(new String(content, StandardCharsets.US_ASCII)))) {
            for (Object next = parser.readObject(); next != null; next = parser.readObject()) {
                if (next instanceof PKCS8EncryptedPrivateKeyInfo info) {
                    return new EncryptedPrivateKeyInfo(info.getEncoded());
                }
            }
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw unfit(file.toString(), "it cannot be read as PEM (" + e.getMessage() + ")");
        }
        throw unfit(
                file.toString(),
                "it holds no encrypted private key (PEM of the type " + PEM_TYPE
                        + "); openssl pkcs8 -topk8 -v2 aes-256-cbc makes one of another form");
    }

    /** Opens a PFX with one private key; failures as in {@link #open}. */
    public static Opened openPfx(Path file, char[] passphrase) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(CertificateFiles.read(file)), passphrase);
            List<String> keys = new ArrayList<>();
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    keys.add(alias);
                }
            }
            if (keys.size() != 1) {
                throw unfit(file.toString(), "it holds " + keys.size() + " private keys, and one is expected");
            }
            List<X509Certificate> chain = new ArrayList<>();
            Certificate[] certificates = store.getCertificateChain(keys.getFirst());
            for (Certificate one : certificates == null ? new Certificate[0] : certificates) {
                chain.add((X509Certificate) one);
            }
            RecipientCertificate certificate = RecipientCertificate.of("the certificate of " + file, chain);
            SecretBytes pkcs8 = SecretBytes.takeOver(
                    store.getKey(keys.getFirst(), passphrase).getEncoded());
            requirePair(certificate, pkcs8, file.toString());
            return new Opened(certificate, pkcs8);
        } catch (IOException | GeneralSecurityException e) {
            throw unfit(
                    file.toString(), "it does not open as PFX: the passphrase is wrong, or it is damaged or no PFX");
        }
    }

    /** What is wrapped to the certificate must open by the key, else nobody will notice before a restore. */
    private static void requirePair(RecipientCertificate certificate, SecretBytes pkcs8, String source) {
        SetContext trial = new SetContext(
                FleetId.parse("00000000-0000-0000-0000-000000000000"),
                InstanceName.parse("trial"),
                SetId.parse("00000000000000000000000000-1"));
        PrivateKey key = privateKey(certificate, pkcs8, source);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        try (SecretBytes data = SecretBytes.takeOver(random)) {
            boolean opens = CertificateWrap.unwrap(
                            certificate.own().getPublicKey(),
                            key,
                            trial,
                            CertificateWrap.wrap(certificate.own().getPublicKey(), trial, data))
                    .map(opened -> {
                        try (opened) {
                            return opened.sameAs(data);
                        }
                    })
                    .orElse(false);
            if (!opens) {
                throw unfit(source, "its private key is not the one of the certificate");
            }
        }
    }

    private static PrivateKey privateKey(RecipientCertificate certificate, SecretBytes pkcs8, String source) {
        return certificate
                .transport()
                .privateKey(pkcs8)
                .orElseThrow(() -> unfit(source, "its private key is of another kind than the certificate's"));
    }

    private static SecretKey key(String algorithm, char[] passphrase) throws GeneralSecurityException {
        PBEKeySpec spec = new PBEKeySpec(passphrase);
        try {
            return SecretKeyFactory.getInstance(algorithm).generateSecret(spec);
        } finally {
            spec.clearPassword();
        }
    }

    private static byte[] finish(Cipher cipher, byte[] bytes) {
        try {
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + PBES2, e);
        }
    }

    private static void requireLong(char[] passphrase) {
        if (passphrase.length < SHORTEST_PASSPHRASE) {
            Arrays.fill(passphrase, '\0');
            throw new Permanent(
                    KeysFailure.KEY_FILE_UNFIT,
                    "the passphrase for a private key has " + passphrase.length + " characters, and "
                            + SHORTEST_PASSPHRASE + " is the least",
                    "Choose a longer passphrase.");
        }
    }

    private static Permanent unfit(String source, String why) {
        return new Permanent(KeysFailure.KEY_FILE_UNFIT, "the private key in " + source + " cannot be used: " + why);
    }
}

package io.holdfast.column.key;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Column master keys in a PKCS#12 file, such as keytool or openssl makes it. */
public final class Pkcs12 {
    private final Path file;
    private final SecretBytes password;
    private final KeyStore store;

    private Pkcs12(Path file, SecretBytes password, KeyStore store) {
        this.file = file;
        this.password = password;
        this.store = store;
    }

    /**
     * Opens the file.
     *
     * @param password in UTF-8; stays the caller's, and is read again by {@link #masterKey}
     * @throws Denied if the file cannot be read, is none, or has another password
     */
    public static Pkcs12 open(Path file, SecretBytes password) {
        char[] secret = characters(password);
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, secret);
            return new Pkcs12(file, password, store);
        } catch (IOException | GeneralSecurityException e) {
            throw new Denied(ColumnFailure.MASTER_KEY_STORE, "cannot open the PKCS#12 file " + file + ": " + e, e);
        } finally {
            Arrays.fill(secret, '\0');
        }
    }

    /** A key whose path is its alias, as mssql-jdbc's MSSQL_JAVA_KEYSTORE has it. */
    public ColumnMasterKey masterKey(String alias) {
        return masterKey(alias, alias);
    }

    /**
     * A key by its alias, for values that name it by another path.
     *
     * @param path as key values and the key table have it
     * @throws Permanent if there is no private key with a certificate under the alias
     * @throws Denied if it is not RSA of 2048 to 16384 bits, or its certificate is another key's
     */
    public ColumnMasterKey masterKey(String alias, String path) {
        char[] secret = characters(password);
        try {
            @Nullable Certificate certificate = store.getCertificate(alias);
            if (!(store.getKey(alias, secret) instanceof PrivateKey key) || certificate == null) {
                throw new Permanent(
                        ColumnFailure.MASTER_KEY_MISSING,
                        "the PKCS#12 file " + file + " has no private key under the alias " + alias + ", but: "
                                + String.join(", ", Collections.list(store.aliases())));
            }
            return RsaMasterKey.of(path, key, certificate.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new Denied(
                    ColumnFailure.MASTER_KEY_STORE,
                    "cannot read the key " + alias + " in the PKCS#12 file " + file + ": " + e,
                    e);
        } finally {
            Arrays.fill(secret, '\0');
        }
    }

    /** All keys of the file, each by its alias as path; one that cannot be used fails when it is asked for. */
    public MasterKeys masterKeys() {
        return (provider, path) -> {
            try {
                return provider.equals(MasterKeys.PKCS12) && store.containsAlias(path)
                        ? Optional.of(masterKey(path))
                        : Optional.empty();
            } catch (KeyStoreException e) {
                throw new IllegalStateException("the key store was loaded when it was opened", e);
            }
        };
    }

    private static char[] characters(SecretBytes password) {
        return password.use(bytes -> {
            CharBuffer decoded = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes));
            char[] characters = new char[decoded.remaining()];
            decoded.get(characters);
            Arrays.fill(decoded.array(), '\0');
            return characters;
        });
    }

    @Override
    public String toString() {
        return "Pkcs12(" + file + ")";
    }
}

package io.holdfast.column.key;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;

/**
 * What a key table says of a column master key, and is signed so that nobody can point it to a key of his own: RSASSA-PKCS1-v1_5,
 * SHA-256, over SHA-256 of provider, path and "true" or "false", all in lower case and UTF-16LE.
 *
 * @param provider such as {@code MSSQL_JAVA_KEYSTORE}
 * @param path of the key at the provider
 * @param enclave whether enclaves may compute with the keys it wraps
 */
public record MasterKeyEntry(String provider, String path, Enclave enclave) {
    /** Whether SQL Server's secure enclaves may be given keys. */
    public enum Enclave {
        /** They may. */
        ALLOWED,
        /** They may not. */
        REFUSED
    }

    /** The signature of the entry. {@link Denied} if the key does not sign. */
    public Bytes sign(ColumnMasterKey key) {
        try {
            return Bytes.of(key.sign(digest()));
        } catch (GeneralSecurityException e) {
            throw new Denied(
                    ColumnFailure.MASTER_KEY_UNSUITABLE,
                    "column master key " + path + " cannot sign its entry: " + e.getMessage(),
                    e);
        }
    }

    /** {@link Corrupt} unless the signature fits. */
    public void verify(PublicKey key, Bytes signature) {
        boolean fits;
        try {
            Signature verifier = Signature.getInstance("SHA256withRSA");
            verifier.initVerify(key);
            verifier.update(digest());
            fits = verifier.verify(signature.toArray());
        } catch (GeneralSecurityException e) {
            // A signature of a wrong length is an exception, not an answer.
            fits = false;
        }
        if (!fits) {
            throw new Corrupt(
                    ColumnFailure.MASTER_KEY_SIGNATURE,
                    "the signature of column master key " + path + " of provider " + provider + ", enclaves " + enclave
                            + ", does not fit");
        }
    }

    private byte[] digest() throws GeneralSecurityException {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        for (String part : new String[] {provider, path, Boolean.toString(enclave == Enclave.ALLOWED)}) {
            sha.update(KeyValue.lower(part).getBytes(StandardCharsets.UTF_16LE));
        }
        return sha.digest();
    }
}

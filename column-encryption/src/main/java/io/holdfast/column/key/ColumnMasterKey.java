package io.holdfast.column.key;

import io.holdfast.protocol.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.PublicKey;

/** A key pair that wraps column encryption keys and signs what it wrapped. */
public interface ColumnMasterKey {
    /** Where the key is kept, as key values and the key table name it; compared without regard to case. */
    String path();

    /** Its RSA public key. */
    PublicKey publicKey();

    /** Decrypts RSA-OAEP with SHA-1 and MGF1 of SHA-1; whatever does not decrypt is a {@link GeneralSecurityException}. */
    SecretBytes unwrap(byte[] ciphertext) throws GeneralSecurityException;

    /** RSASSA-PKCS1-v1_5 with SHA-256 over {@code message}. */
    byte[] sign(byte[] message) throws GeneralSecurityException;
}

package io.holdfast.column.key;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.Signature;
import javax.crypto.Cipher;

/** Makes and opens the encrypted values of column encryption keys, with one column master key. */
public final class KeyValues {
    private static final int KEY_LENGTH = 32;

    private final ColumnMasterKey master;

    /** With this master key, which stays the caller's. */
    public KeyValues(ColumnMasterKey master) {
        this.master = master;
    }

    /** A new random column encryption key, to be closed by the caller. */
    public static SecretBytes newKey() {
        byte[] key = new byte[KEY_LENGTH];
        new SecureRandom().nextBytes(key);
        return SecretBytes.takeOver(key);
    }

    /**
     * Wraps and signs a column encryption key, and opens the result again before it is returned.
     *
     * @param keyName for messages
     * @throws Permanent if the key is not 32 bytes long
     * @throws Denied if the master key does not wrap, sign or open
     */
    public Bytes make(String keyName, SecretBytes key) {
        if (key.length() != KEY_LENGTH) {
            throw new Permanent(
                    ColumnFailure.KEY_LENGTH,
                    "column encryption key " + keyName + " has " + key.length() + " bytes instead of " + KEY_LENGTH);
        }
        try {
            Cipher oaep = Oaep.cipher(Cipher.ENCRYPT_MODE, master.publicKey());
            byte[] ciphertext = key.use(bytes -> Oaep.finish(oaep, bytes));
            byte[] signature = master.sign(KeyValue.signedPart(master.path(), ciphertext));
            Bytes value =
                    new KeyValue(KeyValue.lower(master.path()), Bytes.of(ciphertext), Bytes.of(signature)).bytes();
            try (SecretBytes again = open(keyName, value)) {
                if (!again.sameAs(key)) {
                    throw new GeneralSecurityException("what was wrapped opens to another key");
                }
            }
            return value;
        } catch (GeneralSecurityException e) {
            throw new Denied(
                    ColumnFailure.MASTER_KEY_UNSUITABLE,
                    "column master key " + master.path() + " cannot wrap column encryption key " + keyName + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Opens a stored value: version, lengths, path and signature are checked before anything is decrypted.
     *
     * @param keyName for messages
     * @return the column encryption key, to be closed by the caller
     * @throws Corrupt if the value is damaged, or its signature does not fit
     * @throws Permanent if it names another master key's path
     */
    public SecretBytes open(String keyName, Bytes stored) {
        KeyValue value = KeyValue.parse(keyName, stored);
        if (!value.path().equals(KeyValue.lower(master.path()))) {
            throw new Permanent(
                    ColumnFailure.KEY_VALUE_PATH,
                    "the value of column encryption key " + keyName + " was made for the column master key at "
                            + value.path() + ", not for " + master.path());
        }
        if (!signatureFits(value)) {
            throw new Corrupt(
                    ColumnFailure.KEY_VALUE_SIGNATURE,
                    "the value of column encryption key " + keyName + " has a signature that does not fit under column"
                            + " master key " + master.path());
        }
        return unwrap(keyName, value);
    }

    private boolean signatureFits(KeyValue value) {
        try {
            Signature verifier = Signature.getInstance("SHA256withRSA");
            verifier.initVerify(master.publicKey());
            verifier.update(value.signedPart());
            return verifier.verify(value.signature().toArray());
        } catch (GeneralSecurityException e) {
            // A signature of a wrong length is an exception, not an answer.
            return false;
        }
    }

    private SecretBytes unwrap(String keyName, KeyValue value) {
        SecretBytes key;
        try {
            key = master.unwrap(value.ciphertext().toArray());
        } catch (GeneralSecurityException e) {
            throw notOpened(keyName, "it does not decrypt");
        }
        if (key.length() != KEY_LENGTH) {
            key.close();
            throw notOpened(keyName, "it decrypts to " + key.length() + " bytes instead of " + KEY_LENGTH);
        }
        return key;
    }

    private Corrupt notOpened(String keyName, String why) {
        return new Corrupt(
                ColumnFailure.KEY_VALUE_NOT_OPENED,
                "the value of column encryption key " + keyName + " cannot be opened with column master key "
                        + master.path() + ": " + why);
    }
}

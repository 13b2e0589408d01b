package io.holdfast.column.cell;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.FailureCode;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.BadPaddingException;

/**
 * Encrypts and decrypts the values of one column: AEAD_AES_256_CBC_HMAC_SHA_256 as SQL Server's drivers do it (Internet draft
 * mcgrew-aead-aes-cbc-hmac-sha2, with a version byte and other derivation).
 *
 * <pre>
 * cell = 0x01 | tag[32] | vector[16] | AES-256-CBC, PKCS#7
 * tag  = HMAC-SHA-256(0x01 | vector | ciphertext | 0x01)
 * </pre>
 *
 * NULL is no value and is never encrypted; a value of no bytes is. May be used by several threads.
 */
public final class CellCipher {
    /** The first byte of every cell. */
    public static final byte VERSION = 1;

    private static final int TAG = 32;
    private static final int VECTOR_AT = 1 + TAG;
    private static final int CIPHERTEXT_AT = VECTOR_AT + CellCiphers.BLOCK;

    /** The length of the shortest cell in bytes. */
    public static final int SHORTEST = CIPHERTEXT_AT + CellCiphers.BLOCK;

    private final ColumnName column;
    private final EncryptionKind kind;
    private final CellKey key;

    /**
     * For one column.
     *
     * @param key stays the caller's, to be closed after the last use
     */
    public CellCipher(ColumnName column, EncryptionKind kind, CellKey key) {
        this.column = column;
        this.kind = kind;
        this.key = key;
    }

    /** The length in bytes of the cell of a value of {@code plain} bytes. */
    public static int lengthOf(int plain) {
        return CIPHERTEXT_AT + CellCiphers.BLOCK * (plain / CellCiphers.BLOCK + 1);
    }

    /** The cell of a value. */
    public byte[] encrypt(byte[] plain) {
        CellCiphers ciphers = key.ciphers();
        byte[] vector = switch (kind) {
            case RANDOMIZED -> ciphers.randomVector();
            case DETERMINISTIC -> ciphers.vectorOf(plain);
        };
        byte[] cell = new byte[lengthOf(plain.length)];
        cell[0] = VERSION;
        System.arraycopy(vector, 0, cell, VECTOR_AT, vector.length);
        ciphers.encrypt(plain, vector, cell, CIPHERTEXT_AT);
        System.arraycopy(ciphers.tagOf(cell, VECTOR_AT), 0, cell, 1, TAG);
        return cell;
    }

    /**
     * The value of a cell of either kind.
     *
     * @throws Corrupt if the length or the version is none, or the whole tag, compared in constant time, does not fit
     */
    public byte[] decrypt(byte[] cell) {
        if (cell.length < SHORTEST || (cell.length - CIPHERTEXT_AT) % CellCiphers.BLOCK != 0) {
            throw refuse(ColumnFailure.CELL_LENGTH, "it has " + cell.length + " bytes, not 49 and a multiple of 16");
        }
        if (cell[0] != VERSION) {
            throw refuse(
                    ColumnFailure.CELL_VERSION,
                    "its first byte is 0x" + HexFormat.of().toHexDigits(cell[0]) + " instead of 0x01");
        }
        CellCiphers ciphers = key.ciphers();
        byte[] found = Arrays.copyOfRange(cell, 1, VECTOR_AT);
        if (!MessageDigest.isEqual(found, ciphers.tagOf(cell, VECTOR_AT))) {
            throw refuse(ColumnFailure.CELL_TAG, "its tag does not fit; it was changed, or is under another key");
        }
        try {
            return ciphers.decrypt(cell, VECTOR_AT);
        } catch (BadPaddingException e) {
            throw refuse(ColumnFailure.CELL_PADDING, "its tag fits, but its padding is wrong");
        }
    }

    private Corrupt refuse(FailureCode code, String why) {
        return new Corrupt(
                code,
                "a value in column " + column + " cannot be decrypted with column encryption key " + key.name() + ": "
                        + why);
    }
}

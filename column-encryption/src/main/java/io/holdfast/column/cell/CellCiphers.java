package io.holdfast.column.cell;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Cipher, MACs and random bytes of one key and one thread. Making and keying them costs several times as much as encrypting a
 * small value, so they are kept; random bytes are fetched for {@value #VECTORS} cells at once.
 */
final class CellCiphers {
    static final int BLOCK = 16;
    private static final int VECTORS = 64;

    private final SecretKeySpec encryption;
    private final Cipher cipher;
    private final Mac tag;
    private final Mac vector;
    private final SecureRandom random = new SecureRandom();
    private final byte[] vectors = new byte[VECTORS * BLOCK];
    private int used = vectors.length;

    CellCiphers(byte[] encryptionKey, byte[] macKey, byte[] vectorKey) {
        try {
            encryption = new SecretKeySpec(encryptionKey, "AES");
            cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            tag = Mac.getInstance("HmacSHA256");
            tag.init(new SecretKeySpec(macKey, "HmacSHA256"));
            vector = Mac.getInstance("HmacSHA256");
            vector.init(new SecretKeySpec(vectorKey, "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES and HmacSHA256", e);
        }
    }

    /** A vector that was never handed out before. */
    byte[] randomVector() {
        if (used == vectors.length) {
            random.nextBytes(vectors);
            used = 0;
        }
        byte[] next = Arrays.copyOfRange(vectors, used, used + BLOCK);
        Arrays.fill(vectors, used, used + BLOCK, (byte) 0);
        used += BLOCK;
        return next;
    }

    /** The vector that belongs to this value. */
    byte[] vectorOf(byte[] plain) {
        return Arrays.copyOf(vector.doFinal(plain), BLOCK);
    }

    /** HMAC of version, {@code cell} from {@code from} to its end, and the length of the version. */
    byte[] tagOf(byte[] cell, int from) {
        tag.update(CellCipher.VERSION);
        tag.update(cell, from, cell.length - from);
        tag.update((byte) 1);
        return tag.doFinal();
    }

    /** Encrypts {@code plain} to the end of {@code cell}, from {@code at}. */
    void encrypt(byte[] plain, byte[] iv, byte[] cell, int at) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, encryption, new IvParameterSpec(iv));
            cipher.doFinal(plain, 0, plain.length, cell, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES refused what it always takes", e);
        }
    }

    /** Decrypts what follows the vector at {@code from}. */
    byte[] decrypt(byte[] cell, int from) throws BadPaddingException {
        try {
            cipher.init(Cipher.DECRYPT_MODE, encryption, new IvParameterSpec(cell, from, BLOCK));
            return cipher.doFinal(cell, from + BLOCK, cell.length - from - BLOCK);
        } catch (BadPaddingException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES refused what it always takes", e);
        }
    }
}

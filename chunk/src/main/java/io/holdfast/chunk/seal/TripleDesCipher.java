package io.holdfast.chunk.seal;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;

/**
 * The suite TRIPLE_DES_3KEY: a random IV, DESede-CBC with PKCS#5 padding under a key for each chunk, and HMAC-SHA-256 over
 * associated data, IV and ciphertext, checked before anything is decrypted.
 */
final class TripleDesCipher implements ChunkCipher {
    private static final int BLOCK = 8;
    private static final int MAC = 32;
    private static final int KEY = 24;
    private static final String KEY_USE = "HFS1 3des";

    private final WipedKey encryption;
    private final WipedKey authentication;
    private final StreamId stream;
    private final byte[] headerHash;
    private final RandomSource random;
    private final Nonces order = new Nonces();
    private final Cipher cipher;
    private final Mac mac;

    /** Takes the keys over. */
    TripleDesCipher(StreamKeys.Pair keys, StreamId stream, Bytes headerHash, RandomSource random) {
        this.encryption = keys.encryption();
        this.authentication = keys.authentication();
        this.stream = stream;
        this.headerHash = headerHash.toArray();
        this.random = random;
        try {
            this.cipher = Cipher.getInstance("DESede/CBC/PKCS5Padding");
            this.mac = Mac.getInstance("HmacSHA256");
            this.mac.init(authentication);
        } catch (GeneralSecurityException missing) {
            throw failed(missing);
        }
    }

    @Override
    public int sealedLength(int packedLength) {
        return BLOCK + (packedLength / BLOCK + 1) * BLOCK + MAC;
    }

    @Override
    public void seal(byte[] frame, byte[] packed, int packedLength) {
        order.toSeal(frame);
        WipedKey key = chunkKey(encryption, frame);
        try {
            if (isWeak(key)) {
                throw new Transient(ChunkFailure.WEAK_KEY, "stream " + stream + " must be given up: " + weak(frame));
            }
            byte[] iv = new byte[BLOCK];
            random.fill(iv);
            System.arraycopy(iv, 0, frame, FrameHeader.LENGTH, BLOCK);
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
            int body = FrameHeader.LENGTH + BLOCK;
            int end = body + cipher.doFinal(packed, 0, packedLength, frame, body);
            byte[] tag = tag(frame, end);
            System.arraycopy(tag, 0, frame, end, MAC);
        } catch (GeneralSecurityException refused) {
            throw failed(refused);
        } finally {
            key.destroy();
        }
    }

    @Override
    public int open(byte[] frame, int length, byte[] packed) {
        int body = ChunkCipher.sealed(length) - BLOCK - MAC;
        if (body < BLOCK || body % BLOCK != 0) {
            return NOT_AUTHENTIC;
        }
        int end = length - MAC;
        if (!MessageDigest.isEqual(tag(frame, end), Arrays.copyOfRange(frame, end, length))) {
            return NOT_AUTHENTIC;
        }
        WipedKey key = chunkKey(encryption, frame);
        try {
            if (isWeak(key)) {
                throw new Corrupt(ChunkFailure.WEAK_KEY, "stream " + stream + ": " + weak(frame));
            }
            cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(frame, FrameHeader.LENGTH, BLOCK));
            return cipher.doFinal(frame, FrameHeader.LENGTH + BLOCK, body, packed, 0);
        } catch (BadPaddingException | IllegalBlockSizeException damaged) {
            return NOT_AUTHENTIC;
        } catch (GeneralSecurityException refused) {
            throw failed(refused);
        } finally {
            key.destroy();
        }
    }

    @Override
    public void close() {
        encryption.destroy();
        authentication.destroy();
    }

    /** The chunk's own key, odd parity in the low bit of each byte. */
    static WipedKey chunkKey(WipedKey encryption, byte[] frame) {
        byte[] key = Hkdf.expand(encryption, KEY_USE, Arrays.copyOf(frame, Long.BYTES), KEY);
        for (int at = 0; at < KEY; at++) {
            int high = key[at] & 0xFE;
            key[at] = (byte) (high | (Integer.bitCount(high) + 1 & 1));
        }
        return new WipedKey("DESede", key);
    }

    /** Whether two of the three keys are equal, which would make it single or double DES. */
    static boolean isWeak(WipedKey key) {
        byte[] all = key.getEncoded();
        byte[] first = Arrays.copyOfRange(all, 0, BLOCK);
        byte[] second = Arrays.copyOfRange(all, BLOCK, 2 * BLOCK);
        byte[] third = Arrays.copyOfRange(all, 2 * BLOCK, KEY);
        boolean weak = MessageDigest.isEqual(first, second)
                || MessageDigest.isEqual(second, third)
                || MessageDigest.isEqual(first, third);
        for (byte[] copy : new byte[][] {all, first, second, third}) {
            Arrays.fill(copy, (byte) 0);
        }
        return weak;
    }

    private byte[] tag(byte[] frame, int end) {
        mac.update(headerHash);
        mac.update(frame, 0, FrameHeader.AUTHENTICATED);
        mac.update(frame, FrameHeader.LENGTH, end - FrameHeader.LENGTH);
        return mac.doFinal();
    }

    private static String weak(byte[] frame) {
        return "two of the three keys for frame " + ByteBuffer.wrap(frame).getLong() + " are equal";
    }

    private static Permanent failed(GeneralSecurityException refused) {
        return new Permanent(ChunkFailure.NO_CIPHER, "this Java refuses to use DESede-CBC or HMAC-SHA-256", refused);
    }
}

package io.holdfast.forecast.calibrate;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.protocol.failure.Permanent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** One thread's work on pages of one size: each time a fresh context, as engines do it. The pages and keys hold nothing of anybody. */
final class PageWork {
    private static final int TAG_BITS = 128;

    private final PageCipher cipher;
    private final Provider provider;
    private final Direction direction;
    private final byte[] key;
    private final byte[] input;
    private final byte[] output;
    private final byte[] fixedIv;
    private long pages;

    PageWork(PageCipher cipher, Provider provider, Direction direction, int pageBytes) {
        this.cipher = cipher;
        this.provider = provider;
        this.direction = direction;
        Random random = new Random(1);
        this.key = new byte[cipher.keyBytes()];
        random.nextBytes(key);
        this.fixedIv = new byte[cipher.ivBytes()];
        byte[] plain = new byte[pageBytes];
        random.nextBytes(plain);
        this.input = direction == Direction.ENCRYPT ? plain : encrypted(plain);
        this.output = new byte[pageBytes + TAG_BITS / 8];
    }

    private byte[] encrypted(byte[] plain) {
        try {
            return context(Cipher.ENCRYPT_MODE, fixedIv).doFinal(plain);
        } catch (GeneralSecurityException e) {
            throw refused(e);
        }
    }

    /** One page. */
    void page() {
        try {
            boolean encrypts = direction == Direction.ENCRYPT;
            Cipher context =
                    context(encrypts ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, encrypts ? freshIv() : fixedIv);
            context.doFinal(input, 0, input.length, output, 0);
        } catch (GeneralSecurityException e) {
            throw refused(e);
        }
    }

    /** A context that no page goes through. */
    void contextAlone() {
        try {
            Cipher unused = context(Cipher.ENCRYPT_MODE, freshIv());
        } catch (GeneralSecurityException e) {
            throw refused(e);
        }
    }

    /** What the last page became. */
    byte[] output() {
        return output.clone();
    }

    /** What goes in. */
    byte[] input() {
        return input.clone();
    }

    private Cipher context(int mode, byte[] iv) throws GeneralSecurityException {
        SecretKey secret = new SecretKeySpec(key, cipher.algorithm());
        AlgorithmParameterSpec parameters =
                cipher.authenticates() ? new GCMParameterSpec(TAG_BITS, iv) : new IvParameterSpec(iv);
        Cipher context = Cipher.getInstance(cipher.transformation(), provider);
        context.init(mode, secret, parameters);
        return context;
    }

    private byte[] freshIv() {
        return Arrays.copyOf(ByteBuffer.allocate(8).putLong(++pages).array(), cipher.ivBytes());
    }

    private Permanent refused(GeneralSecurityException e) {
        return new Permanent(
                ForecastFailure.CIPHER_REFUSED, cipher + " of " + provider.getName() + " does not work: " + e, e);
    }
}

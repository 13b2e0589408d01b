package io.holdfast.forecast.calibrate;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import javax.crypto.Cipher;

/** Wraps and unwraps a data key with RSA. Padding as in the oldest products, since a modulus of 512 bits has room for no other. */
final class RsaWork {
    private static final String TRANSFORMATION = "RSA/ECB/PKCS1Padding";
    private static final int DATA_KEY_BYTES = 32;

    private final int bits;
    private final KeyPair pair;
    private final byte[] dataKey = new byte[DATA_KEY_BYTES];
    private final byte[] wrapped;

    RsaWork(int bits) {
        this.bits = bits;
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            this.pair = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw refused(e);
        }
        this.wrapped = wrap();
    }

    byte[] wrap() {
        try {
            Cipher cipher = Cipher.getInstance(TRANSFORMATION);
            cipher.init(Cipher.ENCRYPT_MODE, pair.getPublic());
            return cipher.doFinal(dataKey);
        } catch (GeneralSecurityException e) {
            throw refused(e);
        }
    }

    byte[] unwrap() {
        try {
            Cipher cipher = Cipher.getInstance(TRANSFORMATION);
            cipher.init(Cipher.DECRYPT_MODE, pair.getPrivate());
            return cipher.doFinal(wrapped);
        } catch (GeneralSecurityException e) {
            throw refused(e);
        }
    }

    private Permanent refused(GeneralSecurityException e) {
        return new Permanent(ForecastFailure.CIPHER_REFUSED, "RSA with " + bits + " bits does not work: " + e, e);
    }
}

package io.holdfast.keys.seal;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.DecapsulateException;
import javax.crypto.KEM;
import javax.crypto.SecretKey;

/**
 * A key pair for one answer that carries a secret: whoever asks sends the public key, whoever answers seals to it, so that no buffer of
 * TLS on either side, nor what may end TLS between them, ever holds the secret itself. X25519 by the key encapsulation of RFC 9180
 * (DHKEM), then {@link KeyWrap}; a sealed answer is {@code encapsulation[32] | what KeyWrap sealed}.
 */
public final class ReplyKey {
    private static final String CURVE = "X25519";
    private static final String KEM_NAME = "DHKEM";
    private static final int ENCAPSULATION_BYTES = 32;

    private final KeyPair pair;

    private ReplyKey(KeyPair pair) {
        this.pair = pair;
    }

    /** A new one. */
    public static ReplyKey make() {
        try {
            return new ReplyKey(KeyPairGenerator.getInstance(CURVE).generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** What is sent with the request: the public key as X.509 has it. */
    public Bytes publicKey() {
        return Bytes.of(pair.getPublic().getEncoded());
    }

    /**
     * Seals a secret to a caller's public key.
     *
     * @throws Permanent bad-request when it is no such key
     */
    public static byte[] seal(Bytes publicKey, SecretBytes secret, KeyWrap wrap) {
        try {
            KEM.Encapsulated shared = KEM.getInstance(KEM_NAME)
                    .newEncapsulator(parse(publicKey))
                    .encapsulate(0, KeyWrap.KEY_BYTES, "AES");
            byte[] sealed;
            try (SecretBytes key = bytes(shared.key())) {
                sealed = wrap.seal(key, publicKey.toArray(), secret).toArray();
            }
            byte[] whole = new byte[ENCAPSULATION_BYTES + sealed.length];
            System.arraycopy(shared.encapsulation(), 0, whole, 0, ENCAPSULATION_BYTES);
            System.arraycopy(sealed, 0, whole, ENCAPSULATION_BYTES, sealed.length);
            return whole;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static PublicKey parse(Bytes publicKey) {
        try {
            return KeyFactory.getInstance(CURVE).generatePublic(new X509EncodedKeySpec(publicKey.toArray()));
        } catch (GeneralSecurityException e) {
            throw new Permanent(
                    KeysFailure.BAD_REQUEST, "the public key that an answer is to be sealed to is no X25519 key", e);
        }
    }

    /** What was sealed to this key; empty when it was sealed to another one, or is damaged. */
    public Optional<SecretBytes> open(byte[] sealed) {
        if (sealed.length <= ENCAPSULATION_BYTES) {
            return Optional.empty();
        }
        byte[] encapsulation = Arrays.copyOf(sealed, ENCAPSULATION_BYTES);
        byte[] rest = Arrays.copyOfRange(sealed, ENCAPSULATION_BYTES, sealed.length);
        try {
            SecretKey shared = KEM.getInstance(KEM_NAME)
                    .newDecapsulator(pair.getPrivate())
                    .decapsulate(encapsulation, 0, KeyWrap.KEY_BYTES, "AES");
            try (SecretBytes key = bytes(shared)) {
                return KeyWrap.open(key, publicKey().toArray(), Bytes.of(rest));
            }
        } catch (DecapsulateException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static SecretBytes bytes(SecretKey key) {
        return SecretBytes.takeOver(key.getEncoded());
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("this JDK has no " + KEM_NAME + " with " + CURVE, e);
    }
}

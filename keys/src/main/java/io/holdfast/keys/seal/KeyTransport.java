package io.holdfast.keys.seal;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/** How a secret comes to the holder of a private key. */
public enum KeyTransport {
    /**
     * 32 random bytes, encrypted by RSAES-OAEP (RFC 8017) with SHA-256, MGF1 with SHA-256 and no label. What is transported is as long
     * as the modulus.
     */
    RSA_OAEP_SHA256(1, "RSA") {
        @Override
        Sent send(PublicKey recipient) throws GeneralSecurityException {
            SecretBytes secret = SECRETS.newKey();
            Cipher cipher = Cipher.getInstance(OAEP);
            cipher.init(Cipher.ENCRYPT_MODE, recipient, OAEP_PARAMETERS);
            return new Sent(Bytes.of(secret.use(bytes -> sealed(cipher, bytes))), secret);
        }

        @Override
        SecretBytes receive(PrivateKey key, byte[] transported) throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance(OAEP);
            cipher.init(Cipher.DECRYPT_MODE, key, OAEP_PARAMETERS);
            return SecretBytes.takeOver(cipher.doFinal(transported));
        }

        @Override
        int length(PublicKey recipient) {
            return ((RSAPublicKey) recipient).getModulus().bitLength() / 8;
        }
    },
    /**
     * The x coordinate, 48 bytes, of what an ephemeral key agrees on with the recipient's (ECDH, SP 800-56A) on P-384. What is
     * transported is the ephemeral point, {@code 4 | x[48] | y[48]}.
     */
    ECDH_P384(2, "EC") {
        @Override
        Sent send(PublicKey recipient) throws GeneralSecurityException {
            return P384.send((ECPublicKey) recipient);
        }

        @Override
        SecretBytes receive(PrivateKey key, byte[] transported) throws GeneralSecurityException {
            return P384.agree(key, P384.point(transported));
        }

        @Override
        int length(PublicKey recipient) {
            return P384.POINT_BYTES;
        }
    };

    /**
     * What a sender has.
     *
     * @param transported for the recipient
     * @param secret what the recipient will find; to be closed by the caller
     */
    record Sent(Bytes transported, SecretBytes secret) {}

    private static final Set<Integer> RSA_BITS = Set.of(3072, 4096);
    private static final String OAEP = "RSA/ECB/OAEPPadding";
    private static final OAEPParameterSpec OAEP_PARAMETERS =
            new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);
    private static final KeyWrap SECRETS = new KeyWrap(new SecureRandom());

    private final int number;
    private final String algorithm;

    KeyTransport(int number, String algorithm) {
        this.number = number;
        this.algorithm = algorithm;
    }

    /** The way to a public key; empty for one that is neither RSA of 3072 or 4096 bits nor EC on P-384. */
    public static Optional<KeyTransport> to(PublicKey key) {
        if (key instanceof RSAPublicKey rsa
                && RSA_BITS.contains(rsa.getModulus().bitLength())) {
            return Optional.of(RSA_OAEP_SHA256);
        }
        return key instanceof ECPublicKey ec && P384.holds(ec) ? Optional.of(ECDH_P384) : Optional.empty();
    }

    /** A private key of this kind from PKCS#8; empty when it is no such key. */
    public Optional<PrivateKey> privateKey(SecretBytes pkcs8) {
        return pkcs8.use(bytes -> {
            byte[] encoded = bytes.clone();
            try {
                return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
            } catch (GeneralSecurityException e) {
                return Optional.empty();
            } finally {
                Arrays.fill(encoded, (byte) 0);
            }
        });
    }

    /** How it is called in what is wrapped, 1 to 255. */
    int number() {
        return number;
    }

    abstract Sent send(PublicKey recipient) throws GeneralSecurityException;

    /** What was sent; a {@link GeneralSecurityException} when it was damaged or sent to another key. */
    abstract SecretBytes receive(PrivateKey key, byte[] transported) throws GeneralSecurityException;

    /** How many bytes are transported to this key. */
    abstract int length(PublicKey recipient);

    private static byte[] sealed(Cipher cipher, byte[] secret) {
        try {
            return cipher.doFinal(secret);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no RSA with OAEP", e);
        }
    }
}

package io.holdfast.column.key;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import javax.crypto.Cipher;

/** A column master key whose private key is in this process. */
final class RsaMasterKey implements ColumnMasterKey {
    private static final int FEWEST_BITS = 2048;
    private static final int MOST_BITS = 16384;
    private static final byte[] PROOF = {1};

    private final String path;
    private final PrivateKey privateKey;
    private final RSAPublicKey publicKey;

    private RsaMasterKey(String path, PrivateKey privateKey, RSAPublicKey publicKey) {
        this.path = path;
        this.privateKey = privateKey;
        this.publicKey = publicKey;
    }

    /** {@link Denied} if the keys are not RSA, too small, too large, or not a pair. */
    static RsaMasterKey of(String path, PrivateKey privateKey, PublicKey publicKey) {
        if (!(publicKey instanceof RSAPublicKey rsa)
                || !privateKey.getAlgorithm().equals("RSA")) {
            throw unsuitable(path, "it is a key for " + publicKey.getAlgorithm());
        }
        int bits = rsa.getModulus().bitLength();
        if (bits < FEWEST_BITS || bits > MOST_BITS) {
            throw unsuitable(path, "it has " + bits + " bits");
        }
        RsaMasterKey key = new RsaMasterKey(path, privateKey, rsa);
        try {
            Signature verifier = Signature.getInstance("SHA256withRSA");
            verifier.initVerify(rsa);
            verifier.update(PROOF);
            if (verifier.verify(key.sign(PROOF))) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            throw unsuitable(path, "it cannot sign: " + e.getMessage());
        }
        throw unsuitable(path, "its certificate is another key's");
    }

    private static Denied unsuitable(String path, String why) {
        return new Denied(ColumnFailure.MASTER_KEY_UNSUITABLE, "column master key " + path + " cannot be used: " + why);
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public PublicKey publicKey() {
        return publicKey;
    }

    @Override
    public SecretBytes unwrap(byte[] ciphertext) throws GeneralSecurityException {
        return SecretBytes.takeOver(Oaep.cipher(Cipher.DECRYPT_MODE, privateKey).doFinal(ciphertext));
    }

    @Override
    public byte[] sign(byte[] message) throws GeneralSecurityException {
        Signature signer = Signature.getInstance("SHA256withRSA");
        signer.initSign(privateKey);
        signer.update(message);
        return signer.sign();
    }

    @Override
    public String toString() {
        return "RsaMasterKey(" + path + ")";
    }
}

package io.holdfast.keys.seal;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals short secrets with AES-256-GCM (NIST SP 800-38D) under keys of 32 bytes. What is sealed is
 * {@code nonce[12] | ciphertext | tag[16]}. This is the one maker of its nonces: random, as each key seals far fewer than
 * 2^32 secrets.
 */
public final class KeyWrap {
    /** The length of keys that seal, in bytes. */
    public static final int KEY_BYTES = 32;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final String CIPHER = "AES/GCM/NoPadding";

    private static final class Step {
        private final int mode;
        private final byte[] nonce;

        Step(int mode, byte[] nonce) {
            this.mode = mode;
            this.nonce = nonce;
        }
    }

    private final SecureRandom random;

    /** Draws its nonces and new keys from {@code random}. */
    public KeyWrap(SecureRandom random) {
        this.random = random;
    }

    /** A new random key. */
    public SecretBytes newKey() {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return SecretBytes.takeOver(key);
    }

    /** Seals {@code secret} under {@code key}; it opens only with the same associated data. */
    public Bytes seal(SecretBytes key, byte[] associated, SecretBytes secret) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = secret.use(plain -> run(new Step(Cipher.ENCRYPT_MODE, nonce), key, associated, plain))
                .orElseThrow();
        byte[] whole = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
        System.arraycopy(sealed, 0, whole, NONCE_BYTES, sealed.length);
        return Bytes.of(whole);
    }

    /** What was sealed; empty when key or associated data are others, or a bit was changed. */
    public static Optional<SecretBytes> open(SecretBytes key, byte[] associated, Bytes sealed) {
        if (sealed.length() < NONCE_BYTES + TAG_BYTES) {
            return Optional.empty();
        }
        byte[] whole = sealed.toArray();
        byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
        byte[] rest = Arrays.copyOfRange(whole, NONCE_BYTES, whole.length);
        return run(new Step(Cipher.DECRYPT_MODE, nonce), key, associated, rest).map(SecretBytes::takeOver);
    }

    @SuppressWarnings("InsecureCryptoUsage")
    private static Optional<byte[]> run(Step step, SecretBytes key, byte[] associated, byte[] input) {
        if (key.length() != KEY_BYTES) {
            throw new IllegalArgumentException("a key that seals is 32 bytes, not " + key.length());
        }
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            SecretKeySpec spec = key.use(bytes -> new SecretKeySpec(bytes, "AES"));
            cipher.init(step.mode, spec, new GCMParameterSpec(TAG_BYTES * 8, step.nonce));
            cipher.updateAAD(associated);
            return Optional.of(cipher.doFinal(input));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES-GCM", e);
        }
    }
}

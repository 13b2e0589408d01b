package io.holdfast.chunk.seal;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.failure.Permanent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Who computes AES-GCM: Amazon's Corretto provider where its native library loads, because it is fast from the first chunk;
 * else the JDK's own, warmed up, because cold it stays at a hundredth of its speed for seconds.
 */
public final class CipherProvider {
    private static final String CORRETTO = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
    private static final String TRANSFORMATION = "AES/GCM/NoPadding";
    private static final int WARM_UP_ROUNDS = 100_000;
    private static final int WARM_UP_BYTES = 512;
    private static final int TAG_BITS = 128;

    private static final Provider CHOSEN = choose();

    private CipherProvider() {}

    /** The provider's name and version, for a process to log at its start; the first call may take 0.3 s. */
    public static String chosen() {
        return CHOSEN.getName() + " " + CHOSEN.getVersionStr();
    }

    static Cipher aesGcm() {
        return aesGcm(CHOSEN);
    }

    static Cipher aesGcm(Provider provider) {
        try {
            return Cipher.getInstance(TRANSFORMATION, provider);
        } catch (GeneralSecurityException missing) {
            throw new Permanent(
                    ChunkFailure.NO_CIPHER, "the provider " + provider.getName() + " has no AES-GCM", missing);
        }
    }

    private static Provider choose() {
        return corretto().orElseGet(CipherProvider::warmedUp);
    }

    /** By reflection: the provider is there at run time only, and only for some platforms. */
    static Optional<Provider> corretto() {
        try {
            Class<?> type = Class.forName(CORRETTO);
            Provider provider = (Provider) type.getField("INSTANCE").get(null);
            boolean loaded = type.getMethod("getLoadingError").invoke(provider) == null;
            return loaded ? Optional.of(provider) : Optional.empty();
        } catch (ReflectiveOperationException | LinkageError absent) {
            return Optional.empty();
        }
    }

    /** The JDK's own provider, after enough small encryptions for its intrinsics to be compiled. */
    static Provider warmedUp() {
        Provider provider = Security.getProvider("SunJCE");
        if (provider == null) {
            throw new Permanent(ChunkFailure.NO_CIPHER, "this Java has neither Corretto's provider nor SunJCE");
        }
        Cipher cipher = aesGcm(provider);
        WipedKey key = new WipedKey("AES", new byte[32]);
        byte[] plain = new byte[WARM_UP_BYTES];
        byte[] sealed = new byte[WARM_UP_BYTES + 16];
        try {
            for (int round = 0; round < WARM_UP_ROUNDS; round++) {
                byte[] nonce = ByteBuffer.allocate(Nonces.LENGTH).putInt(round).array();
                cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
                cipher.doFinal(plain, 0, plain.length, sealed, 0);
            }
        } catch (GeneralSecurityException refused) {
            throw new Permanent(ChunkFailure.NO_CIPHER, "the JDK's AES-GCM refuses to work", refused);
        }
        return provider;
    }
}

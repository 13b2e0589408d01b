package io.holdfast.gateway.io.hsm;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.ring.EncryptorProbe;
import io.holdfast.keys.seal.SetContextBytes;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * An AES-256 key inside a token wraps: AES-256-GCM with the set's context as associated data, computed by the token. What is wrapped is
 * {@code nonce[12] | ciphertext | tag[16]}.
 */
final class HsmEncryptor implements Encryptor {
    private static final String KIND = "hsm";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int LONGEST = 1024;

    private final EncryptorName name;
    private final Hsm hsm;
    private final String key;
    private final SecureRandom random = new SecureRandom();

    HsmEncryptor(EncryptorName name, Hsm hsm, String key) {
        this.name = name;
        this.hsm = hsm;
        this.key = key;
    }

    @Override
    public EncryptorName name() {
        return name;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public WrappedKey wrap(SetContext context, SecretBytes dataKey) {
        return hsm.use(keys -> {
            int version = keys.newest(key).orElseThrow(this::noKey);
            SecretKey found = keys.key(key, version).orElseThrow(this::noKey);
            byte[] sealed = dataKey.use(plain -> sealedOrFailed(keys, found, SetContextBytes.of(context), plain));
            return new WrappedKey(name, KIND, Integer.toString(version), Bytes.of(sealed));
        });
    }

    private byte[] sealedOrFailed(HsmKeys keys, SecretKey found, byte[] associated, byte[] plain) {
        try {
            return seal(keys, found, associated, plain);
        } catch (GeneralSecurityException e) {
            throw new ProviderException("the token does not seal", e);
        }
    }

    private byte[] seal(HsmKeys keys, SecretKey found, byte[] associated, byte[] plain)
            throws GeneralSecurityException {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        Cipher cipher = Cipher.getInstance(CIPHER, keys.provider());
        cipher.init(Cipher.ENCRYPT_MODE, found, new GCMParameterSpec(TAG_BYTES * 8, nonce));
        cipher.updateAAD(associated);
        byte[] sealed = cipher.doFinal(plain);
        byte[] whole = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
        System.arraycopy(sealed, 0, whole, NONCE_BYTES, sealed.length);
        return whole;
    }

    @Override
    public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
        byte[] sealed = wrapped.sealed().toArray();
        if (!wrapped.kind().equals(KIND)
                || !wrapped.keyVersion().matches("[1-9][0-9]{0,8}")
                || sealed.length <= NONCE_BYTES + TAG_BYTES
                || sealed.length > LONGEST) {
            throw doesNotOpen(
                    context,
                    "it is of kind " + wrapped.kind() + ", version " + wrapped.keyVersion() + ", " + sealed.length
                            + " B");
        }
        int version = Integer.parseInt(wrapped.keyVersion());
        return hsm.use(keys -> {
                    SecretKey found = keys.key(key, version).orElseThrow(() -> versionGone(version));
                    return opened(keys, found, SetContextBytes.of(context), sealed);
                })
                .orElseThrow(() -> doesNotOpen(context, "it is damaged, or was wrapped for another set"));
    }

    /** Empty for what does not open under a key that works: tokens tell a wrong tag as any other failure. */
    private Optional<SecretBytes> opened(HsmKeys keys, SecretKey found, byte[] associated, byte[] sealed)
            throws GeneralSecurityException {
        try {
            return Optional.of(SecretBytes.takeOver(open(keys, found, associated, sealed)));
        } catch (AEADBadTagException | ProviderException e) {
            byte[] sample = seal(keys, found, associated, new byte[1]);
            byte[] unused = open(keys, found, associated, sample);
            return Optional.empty();
        }
    }

    private static byte[] open(HsmKeys keys, SecretKey found, byte[] associated, byte[] sealed)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER, keys.provider());
        cipher.init(Cipher.DECRYPT_MODE, found, new GCMParameterSpec(TAG_BYTES * 8, sealed, 0, NONCE_BYTES));
        cipher.updateAAD(associated);
        return cipher.doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
    }

    @Override
    public String probe() {
        return EncryptorProbe.of(this, "the key " + key + " of " + hsm.where());
    }

    /** {@inheritDoc} The first is made so, too. */
    @Override
    public void rotate() {
        int unused = hsm.use(keys -> keys.add(key));
        hsm.forget();
    }

    private Permanent noKey() {
        return new Permanent(
                GatewayFailure.HSM_KEY_MISSING,
                hsm.where() + " has no key " + key,
                "Make it there: holdfast keys rotate " + name
                        + ", or with the vendor's tools an AES-256 key of this label that cannot"
                        + " be extracted; or correct the encryptor's key.");
    }

    private Denied versionGone(int version) {
        return new Denied(
                KeysFailure.KEY_VERSION_GONE,
                hsm.where() + " has no version " + version + " of key " + key + " of encryptor " + name);
    }

    private Corrupt doesNotOpen(SetContext context, String why) {
        return new Corrupt(
                KeysFailure.DOES_NOT_OPEN,
                "the data key of set " + context.set() + " does not open under encryptor " + name + ": " + why);
    }
}

package io.holdfast.protocol.key;

import io.holdfast.protocol.Bytes;
<<<<<<< HEAD
import io.holdfast.protocol.id.EncryptorName;

/**
 * A data key as one encryptor wrapped it.
 *
 * @param encryptor the encryptor's name
 * @param kind what it is: {@code store}, {@code transit}, {@code job}; later certificate, hsm
 * @param keyVersion the encryptor's own key version
 * @param sealed the wrapped key, in the encryptor's own form
 */
public record WrappedKey(EncryptorName encryptor, String kind, String keyVersion, Bytes sealed) {}
=======
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;

/**
 * A set's data key as one encryptor wrapped it, bound to the set's context. No secret: without the encryptor it opens nothing.
 *
 * @param encryptor what wrapped it
 * @param kind how it is wrapped
 * @param keyVersion the version of the encryptor's key, from 1
 * @param sealed what the encryptor made of the data key; for {@link WrapKind#VAULT_TRANSIT} the ciphertext's text in UTF-8
 */
public record WrappedKey(EncryptorName encryptor, WrapKind kind, int keyVersion, Bytes sealed) {
    /** No wrapped key is longer, in bytes. */
    public static final int MOST_BYTES = 4096;

    public WrappedKey {
        if (keyVersion < 1) {
            throw Permanent.invalid("a key version counts from 1", Integer.toString(keyVersion));
        }
        if (sealed.length() < 1 || sealed.length() > MOST_BYTES) {
            throw Permanent.invalid("a wrapped key is 1 to " + MOST_BYTES + " bytes", sealed.length() + " bytes");
        }
    }
}
>>>>>>> b690270 (The port of data keys, and the settings of a process)

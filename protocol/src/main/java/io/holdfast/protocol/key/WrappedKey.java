package io.holdfast.protocol.key;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.id.EncryptorName;

/**
 * A data key as one encryptor wrapped it.
 *
 * @param encryptor the encryptor's name
 * @param kind what it is: {@code store}, {@code transit}, {@code job}, {@code certificate}, {@code hsm}
 * @param keyVersion the encryptor's own key version; of a certificate the fingerprint of its public key
 * @param sealed the wrapped key, in the encryptor's own form
 */
public record WrappedKey(EncryptorName encryptor, String kind, String keyVersion, Bytes sealed) {}

package io.holdfast.keys;

import io.holdfast.protocol.Bytes;

/**
 * An Ed25519 signature and the key that made it.
 *
 * @param keyId the id of the public key, derived from its bytes ({@link SigningKey#id()})
 * @param bytes the signature, 64 bytes
 */
public record ManifestSignature(String keyId, Bytes bytes) {}

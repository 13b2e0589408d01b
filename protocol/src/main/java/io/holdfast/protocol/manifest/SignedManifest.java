package io.holdfast.protocol.manifest;

import io.holdfast.protocol.Bytes;

/**
 * A body and its signature, as repositories and the catalog keep it.
 *
 * @param body the exact bytes that were signed: the body's JSON in UTF-8
 * @param keyId names the Ed25519 key
 * @param signature 64 bytes over the body
 */
public record SignedManifest(int v, Bytes body, String keyId, Bytes signature) {}

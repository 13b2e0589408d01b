package io.holdfast.protocol.manifest;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The wrapped data key of a set; a record of its own, so that rewrapping touches no data.
 *
 * @param version from 1
 * @param previousDigest SHA-256 of the version before; null for the first
 * @param keyId names the Ed25519 key of the signature
 * @param signature over the JSON of this record with an empty signature
 */
public record KeySection(
        int v,
        SetContext context,
        int version,
        List<WrappedKey> keys,
        @Nullable Bytes previousDigest,
        String keyId,
        Bytes signature) {}

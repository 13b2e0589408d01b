package io.holdfast.protocol.chunk;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.quantity.ByteCount;

/**
 * What a writer knows of a stream once it is sealed; manifests carry receipts.
 *
 * @param headerHash SHA-256 of the header
 * @param frames how many frames, the table's included
 * @param dataBytes the sum of plainLength over content 0
 * @param sealedBytes the header and all frames
 * @param root the Merkle root over the frames
 */
public record Receipt(
        StreamId stream, Bytes headerHash, long frames, ByteCount dataBytes, ByteCount sealedBytes, Bytes root) {}

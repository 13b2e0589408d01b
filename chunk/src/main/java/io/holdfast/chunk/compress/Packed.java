package io.holdfast.chunk.compress;

import io.holdfast.protocol.chunk.Codec;

/**
 * What a chunk was packed to; the bytes lie in {@link io.holdfast.chunk.ChunkBuffers#clearText()}.
 *
 * @param codec the one used: none when the chunk did not shrink
 * @param length of the packed bytes
 */
public record Packed(Codec codec, int length) {}

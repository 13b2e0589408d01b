package io.holdfast.chunk;

import java.nio.ByteBuffer;

/** Gives out the bytes that it was made with, and no more. */
public final class FixedRandom implements RandomSource {
    private final ByteBuffer bytes;

    public FixedRandom(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes.clone());
    }

    @Override
    public void fill(byte[] target) {
        bytes.get(target);
    }
}

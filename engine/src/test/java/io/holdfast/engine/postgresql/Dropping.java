package io.holdfast.engine.postgresql;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import java.nio.ByteBuffer;

/** Keeps nothing. */
final class Dropping implements ExtentSink {
    @Override
    public void piece(int extent, long offset, ByteBuffer bytes) {
        // Not kept.
    }

    @Override
    public void end(int extent, ExtentEnd end, long read) {
        // Not kept.
    }
}

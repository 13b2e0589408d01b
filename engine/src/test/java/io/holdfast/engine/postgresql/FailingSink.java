package io.holdfast.engine.postgresql;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import java.nio.ByteBuffer;

/** Fails at the first piece. */
final class FailingSink implements ExtentSink {
    @Override
    public void piece(int extent, long offset, ByteBuffer bytes) {
        throw new IllegalStateException("no space");
    }

    @Override
    public void end(int extent, ExtentEnd end, long read) {
        throw new AssertionError("an end after a failure");
    }
}

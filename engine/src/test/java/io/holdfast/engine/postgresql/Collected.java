package io.holdfast.engine.postgresql;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A sink that keeps everything, and insists on the order that the port promises. */
final class Collected implements ExtentSink {
    final List<ExtentEnd> ends = new ArrayList<>();
    final Map<Integer, ByteArrayOutputStream> bytes = new TreeMap<>();

    @Override
    public void piece(int extent, long offset, ByteBuffer piece) {
        if (extent != ends.size()) {
            throw new AssertionError("a piece of extent " + extent + " came when " + ends.size() + " was due");
        }
        byte[] copy = new byte[piece.remaining()];
        piece.get(copy);
        bytes.computeIfAbsent(extent, none -> new ByteArrayOutputStream()).writeBytes(copy);
    }

    @Override
    public void end(int extent, ExtentEnd end, long read) {
        if (extent != ends.size() || read != of(extent).length) {
            throw new AssertionError("extent " + extent + " ended out of order or with another length");
        }
        ends.add(end);
    }

    byte[] of(int extent) {
        ByteArrayOutputStream stream = bytes.get(extent);
        return stream == null ? new byte[0] : stream.toByteArray();
    }
}

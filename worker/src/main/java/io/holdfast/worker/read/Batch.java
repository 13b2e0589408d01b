package io.holdfast.worker.read;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What goes from the reading to the sealing thread at once: a buffer of bytes, and which extents they are of. */
final class Batch {
    /** So many pieces and ends of small files at most, so that memory stays bounded. */
    private static final int MOST_ITEMS = 1_024;

    /** Tells the sealing thread that nothing follows. */
    static final Batch LAST = new Batch(0);

    /** A piece or an end, in the order they came. */
    private sealed interface Item {
        record Piece(int extent, long offset, int position, int length) implements Item {}

        record End(int extent, ExtentEnd end, long read) implements Item {}
    }

    private final ByteBuffer bytes;
    private final List<Item> items = new ArrayList<>();

    Batch(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
    }

    boolean isLast() {
        return this == LAST;
    }

    boolean isFull() {
        return !bytes.hasRemaining() || items.size() >= MOST_ITEMS;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    /** Takes as much of {@code piece} as fits; a piece that goes on where the last one ended becomes one with it. */
    int add(int extent, long offset, ByteBuffer piece) {
        int length = Math.min(bytes.remaining(), piece.remaining());
        int position = bytes.position();
        bytes.put(position, piece, piece.position(), length);
        bytes.position(position + length);
        piece.position(piece.position() + length);
        if (!items.isEmpty()
                && items.getLast() instanceof Item.Piece before
                && before.extent == extent
                && before.offset + before.length == offset) {
            items.removeLast();
            items.add(new Item.Piece(extent, before.offset, before.position, before.length + length));
        } else {
            items.add(new Item.Piece(extent, offset, position, length));
        }
        return length;
    }

    void end(int extent, ExtentEnd end, long read) {
        items.add(new Item.End(extent, end, read));
    }

    void replay(ExtentSink sink) {
        for (Item item : items) {
            switch (item) {
                case Item.Piece piece ->
                    sink.piece(piece.extent, piece.offset, bytes.slice(piece.position, piece.length));
                case Item.End end -> sink.end(end.extent, end.end, end.read);
            }
        }
    }

    void clear() {
        bytes.clear();
        items.clear();
    }
}

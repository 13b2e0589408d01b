package io.holdfast.repository.kafka;

import io.holdfast.chunk.frame.Sha256;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.repository.FrameBytes;
import io.holdfast.repository.ReadBack;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.StreamName;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of one stream, collected in whatever order they come until it is whole. Equal duplicates are dropped; a second record of
 * one number with other bytes makes the stream corrupt.
 */
final class Collected implements AutoCloseable {
    /** No stream has more frames: about 900 GiB. */
    private static final long MOST_FRAMES = 1L << 20;

    private static final int SHOWN_GAPS = 8;

    private final StreamName name;
    private final Receipt receipt;
    private final RecordStore store;
    /** Where in the store each slot is, -1 while it is not there; slot 0 is the header, slot i + 1 frame i. */
    private final long[] starts;

    private final int[] lengths;
    private int found;
    private long bytes;
    private @Nullable Corrupt fault;

    Collected(StreamName name, Receipt receipt, RecordStore store) {
        this.name = name;
        this.receipt = receipt;
        this.store = store;
        if (receipt.frames() < 1 || receipt.frames() > MOST_FRAMES) {
            throw new Corrupt(
                    RepositoryFailure.STREAM_DIFFERS,
                    "the receipt of " + name + " counts " + receipt.frames() + " frames");
        }
        int slots = Math.toIntExact(receipt.frames() + 1);
        this.starts = new long[slots];
        Arrays.fill(starts, -1);
        this.lengths = new int[slots];
    }

    void take(long slot, byte[] value) {
        if (slot >= starts.length) {
            fault = differs("has a frame " + (slot - 1) + ", its receipt counts " + receipt.frames());
            return;
        }
        int at = Math.toIntExact(slot);
        if (starts[at] >= 0) {
            if (!isSame(at, value)) {
                fault = differs("has two different records of " + what(at));
            }
            return;
        }
        check(at, value);
        starts[at] = store.keep(value);
        lengths[at] = value.length;
        found++;
        bytes += value.length;
    }

    /** What can be told from a record alone; the rest is the chunk reader's to find. */
    private void check(int slot, byte[] value) {
        if (slot == 0) {
            boolean known = value.length == StreamHeader.LENGTH
                    && Bytes.of(Sha256.digest().digest(value)).equals(receipt.headerHash());
            if (!known) {
                fault = ReadBack.wrongHeader(name);
            }
        } else if (value.length < Long.BYTES || FrameBytes.index(ByteBuffer.wrap(value), 0) != slot - 1) {
            fault = differs("has another frame under the number of " + what(slot));
        }
    }

    private boolean isSame(int slot, byte[] value) {
        return lengths[slot] == value.length && store.holds(starts[slot], value);
    }

    boolean whole() {
        return found == starts.length;
    }

    /** What is wrong with it as it stands now; empty for a whole stream of the receipt's length. */
    Optional<Corrupt> fault() {
        if (fault != null) {
            return Optional.of(fault);
        }
        if (!whole()) {
            return Optional.of(incomplete());
        }
        return bytes == receipt.sealedBytes().number()
                ? Optional.empty()
                : Optional.of(ReadBack.wrongLength(name, receipt, bytes));
    }

    private Corrupt incomplete() {
        StringBuilder gaps = new StringBuilder();
        int shown = 0;
        for (int slot = 0; slot < starts.length; slot++) {
            int first = slot;
            while (slot < starts.length && starts[slot] < 0) {
                slot++;
            }
            if (slot > first && ++shown <= SHOWN_GAPS) {
                gaps.append(shown == 1 ? "" : ", ").append(range(first, slot - 1));
            }
        }
        gaps.append(shown > SHOWN_GAPS ? " and " + (shown - SHOWN_GAPS) + " more gaps" : "");
        return new Corrupt(
                RepositoryFailure.STREAM_INCOMPLETE,
                name + " lacks " + gaps + " of its " + receipt.frames() + " frames");
    }

    private static String range(int first, int last) {
        return switch (Integer.compare(first, last)) {
            case 0 -> what(first);
            default ->
                first == 0 ? "its header and frames 0 to " + (last - 1) : "frames " + (first - 1) + " to " + (last - 1);
        };
    }

    private static String what(int slot) {
        return slot == 0 ? "its header" : "frame " + (slot - 1);
    }

    private Corrupt differs(String how) {
        return new Corrupt(RepositoryFailure.STREAM_DIFFERS, name + " " + how);
    }

    /** The stream in its own order, wherever in the store its parts lie; valid until this is closed. */
    SealedSource source() {
        long[] offsets = new long[starts.length];
        for (int slot = 1; slot < starts.length; slot++) {
            offsets[slot] = offsets[slot - 1] + lengths[slot - 1];
        }
        return new Ordered(offsets);
    }

    @Override
    public void close() {
        store.close();
    }

    /** {@code offsets}: where in the stream each slot begins. */
    private final class Ordered implements SealedSource {
        private final long[] offsets;

        Ordered(long[] offsets) {
            this.offsets = offsets;
        }

        @Override
        public long size() {
            return bytes;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            if (position < 0 || position >= bytes) {
                return 0;
            }
            int all = 0;
            int near = Arrays.binarySearch(offsets, position);
            for (int slot = near >= 0 ? near : -near - 2; slot < offsets.length && target.hasRemaining(); slot++) {
                long skip = position + all - offsets[slot];
                int length = (int) Math.min(target.remaining(), lengths[slot] - skip);
                int limit = target.limit();
                target.limit(target.position() + length);
                all += store.read(target, starts[slot] + skip);
                target.limit(limit);
            }
            return all;
        }
    }
}

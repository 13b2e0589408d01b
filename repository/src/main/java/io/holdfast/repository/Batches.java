package io.holdfast.repository;

import io.holdfast.protocol.stripe.StreamRef;
import java.util.ArrayList;
import java.util.List;

/** Cuts lists of streams into groups. */
public final class Batches {
    private static final long LARGEST_BYTES = 1L << 30;
    private static final int MOST_STREAMS = 64;

    private Batches() {}

    /** Groups of neighbours, each of about a gigabyte and at most 64 streams. */
    public static List<List<StreamRef>> ofNeighbours(List<StreamRef> streams) {
        List<List<StreamRef>> batches = new ArrayList<>();
        List<StreamRef> open = new ArrayList<>();
        long bytes = 0;
        for (StreamRef stream : streams) {
            long size = stream.receipt().sealedBytes().number();
            if (!open.isEmpty() && (bytes + size > LARGEST_BYTES || open.size() == MOST_STREAMS)) {
                batches.add(List.copyOf(open));
                open.clear();
                bytes = 0;
            }
            open.add(stream);
            bytes += size;
        }
        if (!open.isEmpty()) {
            batches.add(List.copyOf(open));
        }
        return batches;
    }
}

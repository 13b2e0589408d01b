package io.holdfast.repository.kafka;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Offsets from {@code from} to before {@code to}. */
record OffsetRange(long from, long to) {
    // It costs less to read past so many records than to ask anew.
    private static final long NEAR = 64;

    static final OffsetRange ALL = new OffsetRange(0, Long.MAX_VALUE);

    /** The same offsets and perhaps some between, in order, in as few ranges as make sense. */
    static List<OffsetRange> merge(List<OffsetRange> ranges) {
        List<OffsetRange> sorted = ranges.stream()
                .sorted(Comparator.comparingLong(OffsetRange::from))
                .toList();
        List<OffsetRange> merged = new ArrayList<>();
        for (OffsetRange range : sorted) {
            OffsetRange before = merged.isEmpty() ? null : merged.getLast();
            if (before != null && range.from - before.to <= NEAR) {
                merged.set(merged.size() - 1, new OffsetRange(before.from, Math.max(before.to, range.to)));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }
}

package io.holdfast.protocol.manifest;

import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.BadPage;
import java.util.List;
import java.util.Map;

/** What a set holds. {@code workers} counts the stripes that each member sealed. */
public record SetTotals(
        long stripes,
        long files,
        ByteCount dataBytes,
        ByteCount sealedBytes,
        long pagesChecked,
        long badPageCount,
        List<BadPage> badPages,
        Map<String, Long> workers) {}

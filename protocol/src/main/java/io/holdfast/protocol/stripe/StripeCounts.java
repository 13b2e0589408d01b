package io.holdfast.protocol.stripe;

import io.holdfast.protocol.quantity.ByteCount;
import java.util.List;

/**
 * What was counted while a stripe was worked on.
 *
 * @param files files, directories included
 * @param dataBytes of the database
 * @param pagesChecked pages whose checksum was looked at
 * @param badPages at most 100 of them; {@code badPageCount} counts all
 */
public record StripeCounts(
        long files,
        ByteCount dataBytes,
        ByteCount sealedBytes,
        long pagesChecked,
        long badPageCount,
        List<BadPage> badPages) {}

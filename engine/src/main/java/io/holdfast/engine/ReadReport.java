package io.holdfast.engine;

import io.holdfast.protocol.stripe.BadPage;
import java.util.List;

/**
 * What the page check saw during one {@link ExtentReader#read}.
 *
 * @param pagesChecked pages whose checksum was computed
 * @param pagesSkipped pages that are new or changed since the backup started, which replay puts right
 * @param badPages pages that are damaged on the server, also when read again, at most {@link #MOST_BAD_PAGES}
 * @param badPageCount how many there are in all
 */
public record ReadReport(long pagesChecked, long pagesSkipped, List<BadPage> badPages, long badPageCount) {
    /** So many are named; the rest is only counted. */
    public static final int MOST_BAD_PAGES = 100;

    /** Nothing checked: the server has no page checksums, or there were no relations. */
    public static final ReadReport NOTHING = new ReadReport(0, 0, List.of(), 0);

    public ReadReport {
        badPages = List.copyOf(badPages);
    }
}

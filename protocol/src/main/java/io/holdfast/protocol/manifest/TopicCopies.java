package io.holdfast.protocol.manifest;

import io.holdfast.protocol.failure.Permanent;

/**
 * How many brokers keep each record of the site's topics, as it was audited when a set was made.
 *
 * @param copies 1 to 32
 * @param inSync how many must have a record before its write counts, 1 to {@code copies}
 */
public record TopicCopies(int copies, int inSync) {
    private static final int MOST = 32;
    private static final int STANDARD_COPIES = 3;
    private static final int STANDARD_IN_SYNC = 2;

    public TopicCopies {
        boolean fits = copies >= 1 && copies <= MOST && inSync >= 1 && inSync <= copies;
        if (!fits) {
            throw Permanent.invalid("copies are 1 to 32, and as many in sync at most", copies + " with " + inSync);
        }
    }

    /** Whether the loss of one broker can lose what was acknowledged, or stop the site: less than three copies, two of them in sync. */
    public boolean weak() {
        return copies < STANDARD_COPIES || inSync < STANDARD_IN_SYNC;
    }
}

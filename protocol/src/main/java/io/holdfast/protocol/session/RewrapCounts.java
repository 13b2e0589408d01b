package io.holdfast.protocol.session;

/**
 * What became of sets whose encryptors were changed.
 *
 * @param rewrapped their key sections have a new version
 * @param unchanged exactly these encryptors opened them already
 * @param withoutKey they are not encrypted
 * @param failed they are as they were
 */
public record RewrapCounts(long rewrapped, long unchanged, long withoutKey, long failed) {
    /** Nothing done. */
    public static final RewrapCounts NONE = new RewrapCounts(0, 0, 0, 0);

    /** The sums. */
    public RewrapCounts plus(RewrapCounts more) {
        return new RewrapCounts(
                rewrapped + more.rewrapped,
                unchanged + more.unchanged,
                withoutKey + more.withoutKey,
                failed + more.failed);
    }

    /** How many sets were looked at. */
    public long all() {
        return rewrapped + unchanged + withoutKey + failed;
    }
}

package io.holdfast.coordinator.ledger;

import java.time.Duration;

/**
 * The ledger's limits.
 *
 * @param window how many stripes of a job are issued without a result
 * @param stripeTries how often a stripe is issued before its attempt has failed
 * @param retryDelay before a failed stripe, or a failed job, is tried again; it grows with each try
 * @param stripeLease a stripe that a worker has begun is issued again when nothing was heard of it for so long
 * @param queueLease a stripe that no worker has begun is issued again when nothing was heard of its job for so long
 * @param openLease how long an order to open a backup may wait and open
 * @param sessionLease how long a session may be silent while only it can go on
 * @param restoreLease how long an agent may be silent
 * @param publishDelayMost the longest time between two tries to publish
 * @param showEvery how often progress is published
 * @param remember how long an ended job is remembered
 */
public record LedgerRules(
        int window,
        int stripeTries,
        Duration retryDelay,
        Duration stripeLease,
        Duration queueLease,
        Duration openLease,
        Duration sessionLease,
        Duration restoreLease,
        Duration publishDelayMost,
        Duration showEvery,
        Duration remember) {
    /** How many streams one part of the stripe index holds at most. */
    public static final int PART = 1_000;

    /** By so much the pause before each further attempt of a job is longer than the one before. */
    public static final int RETRY_GROWTH = 3;

    /** The encryptors of so many sets are changed by one order at most. */
    public static final int SETS_AT_ONCE = 1_000;

    /** An order to change encryptors that failed so often in a row as a whole ends its job. */
    public static final int REWRAP_FAILURES = 12;

    /** How many parts of the index are written at the same time. */
    public static final int PARTS_AT_ONCE = 2;

    /** What suits most fleets. */
    public static final LedgerRules STANDARD = new LedgerRules(
            64,
            3,
            Duration.ofSeconds(5),
            Duration.ofMinutes(3),
            Duration.ofMinutes(30),
            Duration.ofMinutes(60),
            Duration.ofMinutes(15),
            Duration.ofMinutes(60),
            Duration.ofMinutes(5),
            Duration.ofSeconds(1),
            Duration.ofDays(90));
}

package io.holdfast.coordinator.ledger;

/** Defects that are planted, one at a time, to see that the simulation finds them. */
enum Mutant {
    /** Nothing is planted. */
    NONE,
    /** Reports of an older attempt count for the present one. */
    NO_FENCING,
    /** A result that came already counts once more. */
    COUNTS_DUPLICATES,
    /** Orders are taken before the transaction that wrote them is committed, and though it was aborted. */
    READS_UNCOMMITTED,
    /** Whoever publishes does not look whether the set has a manifest already. */
    PUBLISHES_TWICE,
    /** Time passes without the ledger being told. */
    NO_LEASES
}

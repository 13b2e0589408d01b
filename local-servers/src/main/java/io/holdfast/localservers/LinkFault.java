package io.holdfast.localservers;

/** What is wrong with the connections through an {@link UnreliableProxy}. */
public sealed interface LinkFault {
    /** Nothing. */
    record None() implements LinkFault {}

    /**
     * Each connection is reset in the middle of what it carries, the next ones too.
     *
     * @param seed of the numbers of bytes, both directions counted, after which that happens
     * @param most the largest of these numbers
     */
    record Cut(long seed, int most) implements LinkFault {}

    /** Connections are accepted and stay open, and nothing goes through: a black hole. What was sent meanwhile goes on later. */
    record Stalled() implements LinkFault {}

    /**
     * Each direction of each connection is slow.
     *
     * @param bytesPerSecond what goes through
     */
    record Slow(int bytesPerSecond) implements LinkFault {}
}

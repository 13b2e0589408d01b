package io.holdfast.protocol.failure;

/** A stable code of a failure; each module lists its own in an enum, and the reference page is made from them. */
public interface FailureCode {
    /** The stable code, module and words with hyphens, such as {@code chunk.wrong-key}; never reused for another meaning. */
    String code();

    /** What the code means, one sentence for the reference page. */
    String meaning();

    /** What to do about it, one sentence, shown as the hint. */
    String remedy();
}

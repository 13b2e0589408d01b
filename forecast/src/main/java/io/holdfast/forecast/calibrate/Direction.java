package io.holdfast.forecast.calibrate;

/** To the disk or from it; for many modes their costs differ by a factor of five. */
public enum Direction {
    /** Before a page is written. */
    ENCRYPT,
    /** After a page was read. */
    DECRYPT
}

package io.holdfast.engine;

/** How the reading of an extent ended; all three are normal while a backup is held, but not for its log and control file. */
public enum ExtentEnd {
    /** All bytes came. */
    COMPLETE,
    /** The file is shorter than the extent: it was truncated since it was listed; replay puts things right. */
    SHORT,
    /** The file is gone: it was dropped since it was listed; replay puts things right. */
    VANISHED
}

package io.holdfast.cli.show;

/** How a command prints what it found. */
public enum Form {
    /** For people. */
    TABLES,
    /** For programs. */
    JSON
}

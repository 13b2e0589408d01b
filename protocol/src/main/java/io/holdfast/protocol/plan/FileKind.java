package io.holdfast.protocol.plan;

/** What a path in a data directory is. */
public enum FileKind {
    /** A plain file. */
    FILE,
    /** A directory. */
    DIRECTORY,
    /** A symbolic link. */
    LINK
}

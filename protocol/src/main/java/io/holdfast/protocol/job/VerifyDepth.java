package io.holdfast.protocol.job;

/** How far a verification goes. */
public enum VerifyDepth {
    /** Without a key: every stream is present, whole and in order, down to each byte. */
    ROOTS,
    /** With a key: also every chunk opens and unpacks. */
    CHUNKS
}

package io.holdfast.forecast.point;

/** What a database server counts since it started, in words that all servers share. A server that lacks one leaves it out. */
public enum Counter {
    /** Bytes of pages read, each of which would be decrypted. */
    READ_BYTES,
    /** How many reads that were. */
    READ_OPERATIONS,
    /** Bytes of pages written, each of which would be encrypted. */
    WRITTEN_BYTES,
    /** How many writes that were. */
    WRITE_OPERATIONS,
    /** Bytes of log written. */
    LOG_BYTES,
    /** Bytes of temporary files. */
    TEMPORARY_BYTES,
    /** Pages that the server itself has decrypted, where it encrypts already. */
    DECRYPTED_PAGES,
    /** Pages that the server itself has encrypted, where it encrypts already. */
    ENCRYPTED_PAGES
}

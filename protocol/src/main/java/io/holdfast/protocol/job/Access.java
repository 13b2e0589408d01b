package io.holdfast.protocol.job;

/** How a worker reads the files of an instance. */
public enum Access {
    /** Over connections to the server; nothing on its host. */
    SQL,
    /** Straight from a data directory that the worker sees. */
    FILES
}

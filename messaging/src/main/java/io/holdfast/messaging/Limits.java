package io.holdfast.messaging;

/** Limits of records, the same for every topic. */
public final class Limits {
    /** No record's value is longer, in bytes: 900 KiB, below every broker's, mirror's and client's default. */
    public static final int RECORD_BYTES = 900 * 1024;

    /** What topics, brokers and clients must take, in bytes: 1 MiB, a batch with room for keys and headers; Kafka's defaults do. */
    public static final int BATCH_BYTES = 1024 * 1024;

    /** JSON is nested no deeper. */
    public static final int JSON_DEPTH = 32;

    private Limits() {}
}

package io.holdfast.messaging;

/** Limits of records, the same for every topic. */
public final class Limits {
    /** No record's value is longer, in bytes: 900 KiB, below every broker's, mirror's and client's default. */
    public static final int RECORD_BYTES = 900 * 1024;

    /** What a topic and a broker must take, in bytes: a record with its key, headers and batch; Kafka's own default. */
    public static final int BATCH_BYTES = 1_048_588;

    /** JSON is nested no deeper. */
    public static final int JSON_DEPTH = 32;

    private Limits() {}
}

package io.holdfast.repository.kafka;

import java.nio.ByteBuffer;

/** Where the records of one stream are kept while it is collected. */
interface RecordStore extends AutoCloseable {
    /** Keeps a record and returns where, never negative. */
    long keep(byte[] value);

    /** Whether the record that is kept there is this one. */
    boolean holds(long where, byte[] value);

    /** Reads bytes from a place of a record on until {@code target} is full; how many those were. */
    int read(ByteBuffer target, long where);

    @Override
    void close();
}

package io.holdfast.worker.app;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkLimit;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.worker.read.Pace;
import io.holdfast.worker.read.ReadAhead;
import io.holdfast.worker.read.Readers;

/**
 * What one slot keeps for its life: buffers for sealing, buffers for reading ahead, one connection. With these a slot's memory is
 * the same for every stripe.
 */
final class SlotKit implements AutoCloseable {
    /** One that is sealed, one that is full, one that is filled. */
    private static final int READ_AHEAD_BUFFERS = 3;

    private final String name;
    private final ChunkBuffers buffers = new ChunkBuffers();
    private final ReadAhead ahead;
    private final Readers readers;

    SlotKit(int number, DatabaseEngine engine, Pace pace) {
        this.name = "stripe-slot-" + number;
        // As long as a chunk, so that a full buffer is compressed where it lies.
        this.ahead = new ReadAhead(name + "-read", READ_AHEAD_BUFFERS, ChunkLimit.LARGEST, pace);
        this.readers = new Readers(engine);
    }

    String name() {
        return name;
    }

    ChunkBuffers buffers() {
        return buffers;
    }

    ReadAhead ahead() {
        return ahead;
    }

    Readers readers() {
        return readers;
    }

    @Override
    public void close() {
        readers.close();
        ahead.close();
        buffers.close();
    }
}

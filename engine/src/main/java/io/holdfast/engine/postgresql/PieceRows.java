package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Puts the rows of pieces together into extents. The first piece that is short or NULL ends its extent: what the file may
 * have got back since is left to replay.
 */
final class PieceRows implements CopyRows.Rows {
    private final List<Extent> extents;
    private final ExtentSink sink;

    /** The extent whose end was not told yet. */
    private int current;

    private boolean ended;
    private long read;
    private boolean skipping;
    private int wanted;
    private int length;

    PieceRows(List<Extent> extents, ExtentSink sink) {
        this.extents = extents;
        this.sink = sink;
    }

    @Override
    public void begin(int number, int rowLength) {
        if (number != current && ended) {
            current++;
            ended = false;
            read = 0;
        }
        if (number != current) {
            throw new Transient(EngineFailure.READ_FAILED, "The server answered a reading in another order.");
        }
        skipping = ended;
        length = rowLength;
        wanted = (int) Math.min(SqlExtentReader.PIECE, extents.get(current).length() - read);
        if (!skipping && rowLength > wanted) {
            throw new Transient(EngineFailure.READ_FAILED, "The server answered a reading with too many bytes.");
        }
    }

    @Override
    public void bytes(ByteBuffer bytes) {
        if (!skipping) {
            int count = bytes.remaining();
            sink.piece(current, extents.get(current).offset() + read, bytes);
            read += count;
        }
    }

    @Override
    public void end() {
        if (skipping) {
            return;
        }
        if (length < 0) {
            end(ExtentEnd.VANISHED);
        } else if (length < wanted) {
            end(ExtentEnd.SHORT);
        } else if (read == extents.get(current).length()) {
            end(ExtentEnd.COMPLETE);
        }
    }

    private void end(ExtentEnd how) {
        ended = true;
        sink.end(current, how, read);
    }

    /** Fails unless every extent got its end. */
    void finish() {
        if (!extents.isEmpty() && !(ended && current == extents.size() - 1)) {
            throw new Transient(EngineFailure.READ_FAILED, "The server's answer to a reading is not whole.");
        }
    }
}

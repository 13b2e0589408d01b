package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/**
 * Hands on the control file only once its checksum fits. The server writes it in one piece while we read, so that a reading may
 * hold half of the old and half of the new; nothing in the log puts that right.
 */
final class ControlCheckingReader implements ExtentReader {
    private final ExtentReader reader;

    ControlCheckingReader(ExtentReader reader) {
        this.reader = reader;
    }

    @Override
    public void check() {
        reader.check();
    }

    @Override
    public ReadReport read(List<Extent> extents, ExtentSink sink) {
        int from = 0;
        for (int i = 0; i < extents.size(); i++) {
            if (isWholeControlFile(extents.get(i))) {
                others(extents, from, i, sink);
                sink.piece(i, 0, intact(extents.get(i)));
                sink.end(i, ExtentEnd.COMPLETE, ControlFile.BYTES);
                from = i + 1;
            }
        }
        others(extents, from, extents.size(), sink);
        return ReadReport.NOTHING;
    }

    private static boolean isWholeControlFile(Extent extent) {
        return extent.path().equals(ControlFile.PATH) && extent.offset() == 0 && extent.length() == ControlFile.BYTES;
    }

    private void others(List<Extent> extents, int from, int to, ExtentSink sink) {
        if (from < to) {
            reader.read(extents.subList(from, to), new Shifted(sink, from));
        }
    }

    private ByteBuffer intact(Extent extent) {
        for (Duration pause : Pause.BEFORE_READING_AGAIN) {
            Pause.of(pause);
            Gathered gathered = new Gathered(ByteBuffer.allocate(ControlFile.BYTES));
            reader.read(List.of(extent), gathered);
            ByteBuffer content = gathered.content().flip();
            if (ControlFile.isIntact(content)) {
                return content;
            }
        }
        throw new Transient(
                EngineFailure.READ_FAILED,
                "Read " + Pause.BEFORE_READING_AGAIN.size() + " times, " + extent.path()
                        + " was never whole with the right checksum.");
    }

    /** Extents from a place in the list on. */
    private record Shifted(ExtentSink sink, int by) implements ExtentSink {
        @Override
        public void piece(int extent, long offset, ByteBuffer bytes) {
            sink.piece(extent + by, offset, bytes);
        }

        @Override
        public void end(int extent, ExtentEnd end, long read) {
            sink.end(extent + by, end, read);
        }
    }

    private record Gathered(ByteBuffer content) implements ExtentSink {
        @Override
        public void piece(int extent, long offset, ByteBuffer bytes) {
            content.put(bytes);
        }

        @Override
        public void end(int extent, ExtentEnd end, long read) {
            // A file that is too short has no checksum that fits.
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}

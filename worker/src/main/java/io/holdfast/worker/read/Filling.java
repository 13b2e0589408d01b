package io.holdfast.worker.read;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.worker.Abandoned;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The reading thread's side: fills empty batches and hands them over. */
final class Filling implements ExtentSink {
    private static final long LOOK_UP_MILLIS = 200;

    private final BlockingQueue<Batch> empty;
    private final BlockingQueue<Batch> full;
    private final Pace pace;
    private volatile boolean stopped;
    private @Nullable Batch batch;

    Filling(BlockingQueue<Batch> empty, BlockingQueue<Batch> full, Pace pace) {
        this.empty = empty;
        this.full = full;
        this.pace = pace;
    }

    /** Whatever happens, the last batch is handed over, so that the other side never waits for ever. */
    ReadReport fill(ExtentReader reader, List<Extent> extents) {
        try {
            ReadReport report = reader.read(extents, this);
            handOver();
            return report;
        } finally {
            full.add(Batch.LAST);
        }
    }

    /** Makes the reading thread give up at its next piece. */
    void stop() {
        stopped = true;
    }

    @Override
    public void piece(int extent, long offset, ByteBuffer bytes) {
        sleep(pace.spend(bytes.remaining()));
        long at = offset;
        while (bytes.hasRemaining()) {
            at += batch().add(extent, at, bytes);
            handOverIfFull();
        }
    }

    @Override
    public void end(int extent, ExtentEnd end, long read) {
        batch().end(extent, end, read);
        handOverIfFull();
    }

    private void handOverIfFull() {
        Batch current = batch;
        if (current != null && current.isFull()) {
            handOver();
        }
    }

    private void handOver() {
        Batch current = batch;
        batch = null;
        if (current != null && !current.isEmpty()) {
            full.add(current);
        }
    }

    private void sleep(Duration wait) {
        long rest = wait.toMillis();
        while (rest > 0) {
            giveUpIfStopped();
            try {
                Thread.sleep(Math.min(rest, LOOK_UP_MILLIS));
            } catch (InterruptedException e) {
                throw interrupted();
            }
            rest -= LOOK_UP_MILLIS;
        }
    }

    private void giveUpIfStopped() {
        if (stopped) {
            throw new Abandoned("the sealing side ended");
        }
    }

    private static Abandoned interrupted() {
        Thread.currentThread().interrupt();
        return new Abandoned("reading was interrupted");
    }

    private Batch batch() {
        Batch current = batch;
        while (current == null) {
            giveUpIfStopped();
            try {
                current = empty.poll(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
        batch = current;
        return current;
    }
}

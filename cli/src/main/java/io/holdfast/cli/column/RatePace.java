package io.holdfast.cli.column;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.work.Pace;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;

/** Not more than so many rows in a second, over the time since the first batch. */
public final class RatePace implements Pace {
    private final long rowsPerSecond;
    private long begun;
    private long rows;

    /** {@code rowsPerSecond}: 0 for no limit. */
    public RatePace(long rowsPerSecond) {
        this.rowsPerSecond = rowsPerSecond;
    }

    @Override
    public void after(int batch) {
        if (rowsPerSecond == 0) {
            return;
        }
        long now = System.nanoTime();
        if (rows == 0) {
            begun = now;
        }
        rows += batch;
        double due = (double) rows / rowsPerSecond;
        double passed = (now - begun) / 1e9;
        if (due > passed) {
            pause(Duration.ofNanos((long) ((due - passed) * 1e9)));
        }
    }

    @Override
    public void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Transient(ColumnFailure.DATABASE_AWAY, "work on a column was interrupted", e);
        }
    }
}

package io.holdfast.column.work;

import java.time.Duration;

/** How fast work may be, and how it waits. */
public interface Pace {
    /** Waits after a batch of so many rows, so that the database has time for others. */
    void after(int rows);

    /** Waits so long. */
    void pause(Duration time);
}

package io.holdfast.agent.place;

import io.holdfast.protocol.failure.Failure;
import java.nio.file.Path;
import java.util.List;

/**
 * Forces large files to disk while others are still being fetched: else the disk is idle until the end, and then all wait for it. The
 * system tells of a write that was lost only once, so what could not be forced here fails the restore, whatever {@link Settling} finds.
 */
final class WriteBehind implements AutoCloseable {
    /** Below this a file is left to {@link Settling}: forcing it takes longer than writing it. */
    static final long LEAST_BYTES = 1 << 20;

    private static final int WAITING = 64;

    private final Crew crew = new Crew(1, WAITING);
    private final Runnable doubt;

    /** Notes with {@code doubt}, before anybody hears of it, that something could not be forced. */
    WriteBehind(Runnable doubt) {
        this.doubt = doubt;
    }

    /** Forces the files soon; waits when too many are due already. */
    void force(List<Path> files) {
        crew.give(() -> {
            try {
                files.forEach(Durable::file);
            } catch (Failure e) {
                doubt.run();
                throw e;
            }
        });
    }

    /** Returns when all is forced; throws what went wrong. */
    void finish() {
        crew.finish();
    }

    /** Waits for what is due: the lock on the target goes after this, and nobody else shall work there meanwhile. */
    @Override
    public void close() {
        crew.close();
    }
}

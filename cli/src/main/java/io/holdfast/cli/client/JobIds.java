package io.holdfast.cli.client;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import io.holdfast.protocol.id.JobId;
import java.time.Instant;

/** Makes ids for jobs: ULIDs, which sort by the time they were made at. */
public final class JobIds {
    private JobIds() {}

    /** An id that nobody has. */
    public static JobId next() {
        return JobId.parse(UlidCreator.getMonotonicUlid().toString());
    }

    /** When an id was made, by the clock of who made it. */
    public static Instant made(JobId id) {
        return Ulid.from(id.text()).getInstant();
    }
}

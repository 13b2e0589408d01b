package io.holdfast.cli.client;

import com.github.f4b6a3.ulid.UlidCreator;
import io.holdfast.protocol.id.JobId;

/** Makes ids for jobs: ULIDs, which sort by the time they were made at. */
public final class JobIds {
    private JobIds() {}

    /** An id that nobody has. */
    public static JobId next() {
        return JobId.parse(UlidCreator.getMonotonicUlid().toString());
    }
}

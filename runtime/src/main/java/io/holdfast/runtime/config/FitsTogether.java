package io.holdfast.runtime.config;

import java.time.Instant;

/** A section of a configuration whose files must fit each other; {@link CheckedConfig#whole} looks. */
public interface FitsTogether {
    /**
     * Holds the files against each other.
     *
     * @throws io.holdfast.protocol.failure.Failure naming the file that does not fit, or is not valid {@code now}
     */
    void refuseUnfit(Instant now);
}

package io.holdfast.forecast.point;

import java.time.Instant;
import java.util.Map;

/** One look at a server and its machine. */
public record Sample(Instant at, Map<Counter, Long> counters, ProcessUse process, HostUse host) {
    public Sample {
        counters = Map.copyOf(counters);
    }
}

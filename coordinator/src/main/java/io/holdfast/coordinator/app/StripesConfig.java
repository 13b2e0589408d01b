package io.holdfast.coordinator.app;

import io.holdfast.coordinator.plan.StripeLimits;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;

/** How large stripes are and how many are under way. */
public record StripesConfig(
        @Setting(doc = "How much of a database one stripe holds, 1MiB to 4GiB.", example = "256MiB") @Default("256MiB")
        ByteCount size,

        @Setting(doc = "How many files and directories one stripe holds at most, up to 4096.", example = "4096")
        @Default("4096")
        int entries,

        @Setting(
                doc = "How many stripes of a job are out at a time: at least twice the slots of all workers.",
                example = "64")
        @Default("64")
        int window) {
    public StripesConfig {
        if (window < 1 || window > 1_000) {
            throw Permanent.invalid("a window is 1 to 1000 stripes", Integer.toString(window));
        }
        StripeLimits unused = new StripeLimits(size, entries);
    }

    /** All as it is when nothing is configured. */
    public static StripesConfig standard() {
        return new StripesConfig(ByteCount.of(256L << 20), 4_096, 64);
    }
}

package io.holdfast.runtime.health;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;

/** Where a process answers for its health and metrics. */
public record HealthSettings(
        @Setting(doc = "The address that health and metrics are served at.", example = "0.0.0.0") @Default("127.0.0.1")
        String host,

        @Setting(doc = "The port for health and metrics; 0 takes a free one and logs it.", example = "9464")
        @Default("0")
        int port) {
    public HealthSettings {
        if (port < 0 || port > 65_535) {
            throw Permanent.invalid("a port is 0 to 65535", Integer.toString(port));
        }
    }

    /** A free port of the loopback address. */
    public static HealthSettings anyLoopbackPort() {
        return new HealthSettings("127.0.0.1", 0);
    }
}

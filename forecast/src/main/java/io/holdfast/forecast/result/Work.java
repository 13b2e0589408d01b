package io.holdfast.forecast.result;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.Stretch;
import io.holdfast.protocol.failure.Permanent;

/**
 * What a span of time would have given ciphers to do. Reads are decrypted by whoever waits for them, and so are temporary data and the
 * log; dirty pages are encrypted in the background.
 *
 * @param decrypted bytes, in the foreground
 * @param encryptedInFront bytes, in the foreground
 * @param encryptedBehind bytes, in the background
 */
record Work(
        double seconds,
        double cpuSeconds,
        double decrypted,
        double encryptedInFront,
        double encryptedBehind,
        double operations) {

    static final Work NONE = new Work(0, 0, 0, 0, 0, 0);

    static Work of(Stretch.Span span, Assumptions assumptions) {
        double cpu = span.process().cpuMillis() / 1e3;
        double operations = span.of(Counter.READ_OPERATIONS) + span.of(Counter.WRITE_OPERATIONS);
        if (assumptions.layer() == Assumptions.Layer.DEVICE) {
            if (span.process().readBytes() < 0) {
                throw new Permanent(
                        ForecastFailure.DEVICE_IO_HIDDEN,
                        "the save points lack the device I/O of the server's processes, which encryption below the engine would work on");
            }
            return new Work(
                    span.seconds(),
                    cpu,
                    span.process().readBytes(),
                    0,
                    span.process().writtenBytes(),
                    operations);
        }
        double temporary = span.of(Counter.TEMPORARY_BYTES) / 2.0; // written once, read once
        double log = assumptions.log() == Assumptions.Log.ENCRYPTED ? span.of(Counter.LOG_BYTES) : 0;
        return new Work(
                span.seconds(),
                cpu,
                span.of(Counter.READ_BYTES) + temporary,
                temporary + log,
                span.of(Counter.WRITTEN_BYTES),
                operations);
    }

    Work plus(Work other) {
        return new Work(
                seconds + other.seconds,
                cpuSeconds + other.cpuSeconds,
                decrypted + other.decrypted,
                encryptedInFront + other.encryptedInFront,
                encryptedBehind + other.encryptedBehind,
                operations + other.operations);
    }

    /** The same pace for another time. */
    Work lasting(double wanted) {
        double by = seconds == 0 ? 0 : wanted / seconds;
        return new Work(
                wanted, cpuSeconds * by, decrypted * by, encryptedInFront * by, encryptedBehind * by, operations * by);
    }

    double encrypted() {
        return encryptedInFront + encryptedBehind;
    }
}

package io.holdfast.keys.wire;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.util.Arrays;
import java.util.List;

/** How a failure travels between processes, and becomes one again. */
public final class FailureWords {
    /** A code that is not listed here: another module's, or of a gateway of another version. */
    private record RemoteCode(String code, String meaning, String remedy) implements FailureCode {}

    private FailureWords() {}

    /** The HTTP status of a failure. */
    public static int status(Failure failure) {
        return switch (failure) {
            case Transient t -> 503;
            case Permanent p -> 400;
            case Corrupt c -> 422;
            case Denied d -> 403;
        };
    }

    /** The failure that a report tells of. */
    public static Failure failure(FailureReport report) {
        List<FailureCode> known = Arrays.asList(KeysFailure.values());
        FailureCode code = known.stream()
                .filter(candidate -> candidate.code().equals(report.code()))
                .findFirst()
                .orElseGet(() -> new RemoteCode(report.code(), report.message(), report.hint()));
        return switch (report.kind()) {
            case "transient" -> new Transient(code, report.message(), report.hint());
            case "corrupt" -> new Corrupt(code, report.message(), report.hint());
            case "denied" -> new Denied(code, report.message(), report.hint());
            default -> new Permanent(code, report.message(), report.hint());
        };
    }
}

package io.holdfast.runtime.process;

import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import java.util.Objects;

/** A failure as people read it on a terminal: one block, no stack trace. */
public final class FailureText {
    private FailureText() {}

    /** The block: what happened, its code and kind, and what to do; ends with a line end. */
    public static String of(Failure failure) {
        return of(failure.report());
    }

    /** The same for a failure that another process reports. */
    public static String of(FailureReport report) {
        return """
                error: %s
                  code: %s (%s)
                  what to do: %s
                """.formatted(report.message(), report.code(), report.kind(), report.hint());
    }

    /** For what no failure describes: a defect, named by its exception. */
    public static String ofDefect(Throwable defect) {
        String message = Objects.requireNonNullElse(defect.getMessage(), "no message");
        return """
                error: a defect of the program: %s: %s
                  code: runtime.defect
                  what to do: Please report it with the log; the log has the details.
                """.formatted(defect.getClass().getName(), message);
    }
}

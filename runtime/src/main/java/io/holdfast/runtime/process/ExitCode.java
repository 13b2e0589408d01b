package io.holdfast.runtime.process;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;

/** What a process or command ends with. */
public enum ExitCode {
    /** It did what was asked. */
    OK(0),
    /** A defect of the program. */
    DEFECT(1),
    /** The command line is wrong. */
    USAGE(2),
    /** The same again fails again. */
    PERMANENT(3),
    /** Worth another try. */
    TRANSIENT(4),
    /** Bytes are not what they should be. */
    CORRUPT(5),
    /** A right, key or certificate is missing. */
    DENIED(6),
    /** Ended by a signal. */
    INTERRUPTED(130);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    /** The number that the shell sees. */
    public int number() {
        return number;
    }

    /** What a process ends with after a failure of this kind, as reports have it. */
    public static ExitCode ofKind(String kind) {
        return switch (kind) {
            case "transient" -> TRANSIENT;
            case "corrupt" -> CORRUPT;
            case "denied" -> DENIED;
            default -> PERMANENT;
        };
    }

    /** What a process ends with after {@code failure}. */
    public static ExitCode of(Failure failure) {
        return switch (failure) {
            case Transient t -> TRANSIENT;
            case Permanent p -> PERMANENT;
            case Corrupt c -> CORRUPT;
            case Denied d -> DENIED;
        };
    }
}

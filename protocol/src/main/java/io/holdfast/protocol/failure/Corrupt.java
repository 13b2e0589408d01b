package io.holdfast.protocol.failure;

/** Stored or read bytes are not what they should be. */
@SuppressWarnings("serial")
public final class Corrupt extends Failure {
    /** With the code's own remedy as the hint. */
    public Corrupt(FailureCode code, String message) {
        super(code, message, code.remedy(), null);
    }

    /** With the code's own remedy as the hint, and what caused it. */
    public Corrupt(FailureCode code, String message, Throwable cause) {
        super(code, message, code.remedy(), cause);
    }

    /** With a hint that knows more than the code does. */
    public Corrupt(FailureCode code, String message, String hint) {
        super(code, message, hint, null);
    }

    /** With a hint that knows more than the code does, and what caused it. */
    public Corrupt(FailureCode code, String message, String hint, Throwable cause) {
        super(code, message, hint, cause);
    }
}

package io.holdfast.protocol.failure;

/** A right, a key or a certificate is missing or refused. */
@SuppressWarnings("serial")
public final class Denied extends Failure {
    /** With the code's own remedy as the hint. */
    public Denied(FailureCode code, String message) {
        super(code, message, code.remedy(), null);
    }

    /** With the code's own remedy as the hint, and what caused it. */
    public Denied(FailureCode code, String message, Throwable cause) {
        super(code, message, code.remedy(), cause);
    }

    /** With a hint that knows more than the code does. */
    public Denied(FailureCode code, String message, String hint) {
        super(code, message, hint, null);
    }

    /** With a hint that knows more than the code does, and what caused it. */
    public Denied(FailureCode code, String message, String hint, Throwable cause) {
        super(code, message, hint, cause);
    }
}

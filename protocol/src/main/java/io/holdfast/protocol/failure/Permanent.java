package io.holdfast.protocol.failure;

/** The same again fails again: bad input, a missing file, a wrong version. */
@SuppressWarnings("serial")
public final class Permanent extends Failure {
    /** With the code's own remedy as the hint. */
    public Permanent(FailureCode code, String message) {
        super(code, message, code.remedy(), null);
    }

    /** With the code's own remedy as the hint, and what caused it. */
    public Permanent(FailureCode code, String message, Throwable cause) {
        super(code, message, code.remedy(), cause);
    }

    /** With a hint that knows more than the code does. */
    public Permanent(FailureCode code, String message, String hint) {
        super(code, message, hint, null);
    }

    /** With a hint that knows more than the code does, and what caused it. */
    public Permanent(FailureCode code, String message, String hint, Throwable cause) {
        super(code, message, hint, cause);
    }

    /** A value that is not of its form: {@code rule} says the form, {@code text} is the value, shortened for the message. */
    public static Permanent invalid(String rule, String text) {
        String shown = text.length() <= 80 ? text : text.substring(0, 80) + "…";
        return new Permanent(ProtocolFailure.INVALID_VALUE, rule + ", but this is: \"" + shown + "\"");
    }
}

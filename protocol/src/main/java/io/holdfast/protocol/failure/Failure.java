package io.holdfast.protocol.failure;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, in the user's words, typed by what to do about it. The message says what, where and why; {@link #hint()}
 * says what to do; {@link #code()} is stable. Messages never hold a secret.
 */
@SuppressWarnings("serial")
public abstract sealed class Failure extends RuntimeException permits Transient, Permanent, Corrupt, Denied {
    private final FailureCode code;
    private final String hint;

    Failure(FailureCode code, String message, String hint, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.hint = hint;
    }

    /** The stable code. */
    public FailureCode code() {
        return code;
    }

    /** What to do about it. */
    public String hint() {
        return hint;
    }

    /** What, where and why; never null. */
    public String what() {
        return Objects.requireNonNullElse(getMessage(), code.meaning());
    }

    /** The same as a value that travels in events. */
    public FailureReport report() {
        return new FailureReport(code.code(), getClass().getSimpleName().toLowerCase(Locale.ROOT), what(), hint);
    }
}

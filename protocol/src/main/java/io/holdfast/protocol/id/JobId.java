package io.holdfast.protocol.id;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.regex.Pattern;

/** The caller's id of a job: a ULID, 26 characters of Crockford's Base32, upper case. */
public record JobId(String text) implements TextValue {
    private static final Pattern FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

    public JobId {
        if (!FORM.matcher(text).matches()) {
            throw Permanent.invalid("a job id is a ULID: 26 characters of 0-9 and A-Z without I, L, O and U", text);
        }
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static JobId parse(String text) {
        return new JobId(text);
    }

    @Override
    public String toString() {
        return text;
    }
}

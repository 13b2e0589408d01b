package io.holdfast.protocol.id;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.regex.Pattern;

/** Made once when a fleet is set up, and bound into every encryption context. */
public record FleetId(String text) implements TextValue {
    private static final Pattern FORM = Pattern.compile("[0-9A-Za-z-]{8,64}");

    public FleetId {
        if (!FORM.matcher(text).matches()) {
            throw Permanent.invalid("a fleet id is 8 to 64 letters, digits and -", text);
        }
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static FleetId parse(String text) {
        return new FleetId(text);
    }

    @Override
    public String toString() {
        return text;
    }
}

package io.holdfast.protocol.id;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.regex.Pattern;

/** The name of a restore agent, unique in a fleet. */
public record AgentName(String text) implements TextValue {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,62}");

    public AgentName {
        if (!FORM.matcher(text).matches()) {
            throw Permanent.invalid(
                    "an agent name is 1 to 63 of a-z, 0-9, _, . and -, and starts with a letter or digit", text);
        }
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static AgentName parse(String text) {
        return new AgentName(text);
    }

    @Override
    public String toString() {
        return text;
    }
}

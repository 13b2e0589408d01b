package io.holdfast.protocol.id;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.regex.Pattern;

/**
 * The id of a backup set: the backup job's id and the attempt that made it, such as {@code 01JDXZ…-1}. A second attempt is
 * a second set with a key of its own, so that nothing a stalled worker still writes can land in it.
 */
public record SetId(String text) implements TextValue {
    private static final Pattern FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}-[1-9]");

    public SetId {
        if (!FORM.matcher(text).matches()) {
            throw Permanent.invalid("a set id is the id of its backup job, - and the attempt", text);
        }
    }

    /** The set that the given attempt of a backup job makes. */
    public static SetId of(JobId job, Attempt attempt) {
        return new SetId(job.text() + "-" + attempt.number());
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static SetId parse(String text) {
        return new SetId(text);
    }

    /** The job that made it. */
    public JobId job() {
        return new JobId(text.substring(0, 26));
    }

    /** The attempt of that job. */
    public Attempt attempt() {
        return new Attempt(Character.digit(text.charAt(text.length() - 1), 10));
    }

    @Override
    public String toString() {
        return text;
    }
}

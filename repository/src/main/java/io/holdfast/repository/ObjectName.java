package io.holdfast.repository;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * The name of a small object of a set.
 *
 * @param set the set that it belongs to and goes with
 * @param name its name within the set
 */
public record ObjectName(SetId set, String name) implements Comparable<ObjectName> {
    /** No object is longer, in bytes. */
    public static final int LARGEST = 900 * 1024;

    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,99}");
    private static final Comparator<ObjectName> ORDER =
            Comparator.comparing((ObjectName object) -> object.set().text()).thenComparing(ObjectName::name);

    public ObjectName {
        if (!FORM.matcher(name).matches()) {
            throw Permanent.invalid(
                    "an object's name is 1 to 100 of a-z, 0-9, _ and -, and starts with a letter or digit", name);
        }
    }

    /** The signed manifest of a set. */
    public static ObjectName manifest(SetId set) {
        return new ObjectName(set, "manifest");
    }

    /** One version of a set's key section, from 1. */
    public static ObjectName keys(SetId set, int version) {
        return new ObjectName(set, "keys-" + version);
    }

    /** A note that somebody reads the set, so that it is not removed meanwhile. */
    public static ObjectName lease(SetId set, String reader) {
        return new ObjectName(set, "lease-" + reader);
    }

    @Override
    public int compareTo(ObjectName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "object " + name + " of set " + set;
    }
}

package io.holdfast.repository.kafka;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a stream lies in its set's topic, as its writer saw it: the hint of this repository. Mirrors have other offsets, so it is never
 * trusted.
 *
 * @param first offset of the header
 * @param last offset of the last frame
 */
record Place(int partition, long first, long last) {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,5}):([0-9]{1,18})-([0-9]{1,18})");

    String text() {
        return partition + ":" + first + "-" + last;
    }

    /** A hint of any other form, such as another repository's, says nothing. */
    static Optional<Place> parse(@Nullable String hint) {
        Matcher found = FORM.matcher(hint == null ? "" : hint);
        if (!found.matches()) {
            return Optional.empty();
        }
        Place place = new Place(
                Integer.parseInt(found.group(1)), Long.parseLong(found.group(2)), Long.parseLong(found.group(3)));
        return place.first <= place.last ? Optional.of(place) : Optional.empty();
    }
}

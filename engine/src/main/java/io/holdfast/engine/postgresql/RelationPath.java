package io.holdfast.engine.postgresql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that holds pages of a relation: below base, global or pg_tblspc, its name a number, perhaps a fork and a segment.
 * (Names below pg_xact and its like are numbers too, but their pages carry no checksums.)
 *
 * @param segment the number of its segment, 0 for the first
 */
record RelationPath(long segment) {
    /** Pages of a whole segment, 1 GiB. */
    static final long SEGMENT_PAGES = 131_072;

    private static final Pattern FORM = Pattern.compile(
            "(?:base/\\d+|global|pg_tblspc/\\d+/PG_[^/]+/\\d+)/\\d+(?:_(?:fsm|vm|init))?(?:\\.(\\d{1,9}))?");

    /** What the path says, or nothing for other files. */
    static Optional<RelationPath> of(String path) {
        Matcher matcher = FORM.matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new RelationPath(matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1))));
    }

    /** The number of a page in its fork, over all segments. */
    long blockInFork(long blockInFile) {
        return segment * SEGMENT_PAGES + blockInFile;
    }
}

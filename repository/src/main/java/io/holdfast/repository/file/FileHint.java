package io.holdfast.repository.file;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What this repository notes of a stream: where its last frame begins. Saves reading the heads of all others. */
record FileHint(long lastFrame) {
    private static final Pattern FORM = Pattern.compile("last=([0-9]{1,18})");

    String text() {
        return "last=" + lastFrame;
    }

    /** A hint of any other form, such as another repository's, says nothing. */
    static OptionalLong lastFrame(@Nullable String hint) {
        Matcher found = FORM.matcher(hint == null ? "" : hint);
        return found.matches() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
    }
}

package io.holdfast.column.work;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A row by its primary key, as text; in the table of work the parts are joined by commas; one that is the empty text alone begins anew, which costs time only. No part: before the first row. */
record Position(List<String> key) {
    static final Position START = new Position(List.of());

    Position {
        key = List.copyOf(key);
    }

    String text() {
        return key.stream()
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
    }

    static Position parse(String text) {
        return text.isEmpty()
                ? START
                : new Position(Arrays.stream(text.split(",", -1))
                        .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
                        .toList());
    }

    @Override
    public String toString() {
        return String.join(", ", key);
    }
}

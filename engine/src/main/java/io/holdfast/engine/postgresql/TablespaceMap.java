package io.holdfast.engine.postgresql;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file {@code tablespace_map}: a line for each tablespace, its OID, a space and its location, in which backslash, line
 * feed and carriage return have a backslash before them (PostgreSQL, do_pg_backup_start).
 */
public final class TablespaceMap {
    /** The file's name in the data directory. */
    public static final String NAME = "tablespace_map";

    private TablespaceMap() {}

    /** The file's text for tablespaces at the given locations; empty without any, and then there is no such file. */
    public static String text(Map<Long, String> locations) {
        StringBuilder text = new StringBuilder();
        SortedMap<Long, String> sorted = new TreeMap<>(locations);
        sorted.forEach((oid, location) -> {
            text.append(oid).append(' ');
            location.chars().forEach(c -> {
                if (c == '\n' || c == '\r' || c == '\\') {
                    text.append('\\');
                }
                text.append((char) c);
            });
            text.append('\n');
        });
        return text.toString();
    }
}

package io.holdfast.runtime.config;

import java.util.ArrayList;
import java.util.List;

/** Collects all that is wrong with a configuration, so that a person meets it in one go. */
final class ConfigProblems {
    /** More would not help anybody. */
    private static final int MOST = 20;

    private final List<String> lines = new ArrayList<>();

    void add(String where, String path, String text) {
        lines.add(where + ": " + (path.isEmpty() ? "" : path + ": ") + text);
    }

    boolean none() {
        return lines.isEmpty();
    }

    /** One line for each problem, indented. */
    String text() {
        List<String> shown = lines.subList(0, Math.min(MOST, lines.size()));
        String rest = lines.size() > MOST ? "\n  … and " + (lines.size() - MOST) + " more" : "";
        return "  " + String.join("\n  ", shown) + rest;
    }

    int count() {
        return lines.size();
    }
}

package io.holdfast.runtime.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody meant who mistyped a name. */
final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits, if it is near enough to be meant. */
    static Optional<String> of(String typed, Collection<String> known) {
        int near = Math.max(2, typed.length() / 3);
        return known.stream()
                .filter(name -> edits(typed, name) <= near)
                .min(Comparator.comparingInt(name -> edits(typed, name)));
    }

    /** Levenshtein's distance, letters compared without case. */
    static int edits(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int swap = diagonal + (same(one.charAt(i - 1), other.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(swap, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }

    private static boolean same(char one, char other) {
        return Character.toLowerCase(one) == Character.toLowerCase(other);
    }
}

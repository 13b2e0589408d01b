package io.holdfast.messaging.codec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the fewest differences from {@code name}, if it is near enough to be meant (a third of it). */
    public static Optional<String> of(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int most = Math.max(1, Math.min(name.length(), 64) / 3);
        return name.length() > 64
                ? Optional.empty()
                : known.stream()
                        .filter(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)) <= most)
                        .min(Comparator.comparingInt(
                                candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT))));
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}

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
        int most = Math.max(1, (name.length() + 1) / 3);
        return name.length() > 64
                ? Optional.empty()
                : known.stream()
                        .filter(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)) <= most)
                        .min(Comparator.comparingInt(
                                candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT))));
    }

    /** Levenshtein's distance where two neighbours that changed places count once. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}

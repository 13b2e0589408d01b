package io.holdfast.catalog;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether the sets that are known follow each other: each carries its number for its instance and the digest of the manifest before
 * it. A gap is no error, for sets expire and are removed; whoever did not remove one should ask where it is.
 */
public final class ManifestChain {
    private ManifestChain() {}

    /**
     * The sets before which the chain is not whole, and what is amiss there, in words.
     *
     * @param sets all that are known; those of an instance are looked at together
     */
    public static Map<SetId, String> gaps(Collection<CatalogEntry> sets) {
        Map<SetId, String> gaps = new HashMap<>();
        sets.stream()
                .collect(Collectors.groupingBy(entry -> entry.body().instance()))
                .forEach((instance, own) -> look(instance, own, gaps));
        return Map.copyOf(gaps);
    }

    private static void look(InstanceName instance, List<CatalogEntry> own, Map<SetId, String> gaps) {
        TreeMap<Long, List<CatalogEntry>> byNumber = own.stream()
                .collect(Collectors.groupingBy(entry -> entry.body().sequence(), TreeMap::new, Collectors.toList()));
        long last = 0;
        for (Map.Entry<Long, List<CatalogEntry>> place : byNumber.entrySet()) {
            long number = place.getKey();
            for (CatalogEntry entry : place.getValue()) {
                String gap = before(entry, last, byNumber.getOrDefault(number - 1, List.of()));
                String twin = twin(entry, place.getValue());
                if (!gap.isEmpty() || !twin.isEmpty()) {
                    gaps.put(
                            entry.body().set(),
                            (gap.isEmpty() || twin.isEmpty() ? gap + twin : gap + "; " + twin) + " (instance "
                                    + instance + ")");
                }
            }
            last = number;
        }
    }

    private static String before(CatalogEntry entry, long last, List<CatalogEntry> predecessors) {
        long number = entry.body().sequence();
        Bytes named = entry.body().previousDigest();
        String digest = named == null ? "no digest" : "digest " + named.text().substring(0, 16) + "…";
        if (number > last + 1) {
            String missing = last + 1 == number - 1
                    ? "number " + (number - 1) + " is missing"
                    : "numbers " + (last + 1) + " to " + (number - 1) + " are missing";
            return missing + " before number " + number + ", which names " + digest + " for number " + (number - 1);
        }
        boolean follows = predecessors.isEmpty()
                ? named == null
                : predecessors.stream().anyMatch(before -> before.digest().equals(named));
        return follows ? "" : "number " + number + " names " + digest + " as its predecessor, which is not here";
    }

    private static String twin(CatalogEntry entry, List<CatalogEntry> sameNumber) {
        return sameNumber.stream()
                .filter(other -> !other.body().set().equals(entry.body().set()))
                .map(other -> "set " + other.body().set() + " has the same number "
                        + entry.body().sequence())
                .findFirst()
                .orElse("");
    }
}

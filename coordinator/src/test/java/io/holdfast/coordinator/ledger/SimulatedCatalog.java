package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The manifests of a repository and the catalog, with the steps of {@code catalog.Publisher}: a number for the set from the newest
 * one in the catalog, the manifest unless there is one, the entry in the catalog. A member may die between any two of them.
 */
final class SimulatedCatalog {
    private final Mutant mutant;
    private final Map<SetId, Long> manifests = new HashMap<>();
    private final Map<InstanceName, List<SetId>> entries = new HashMap<>();

    SimulatedCatalog(Mutant mutant) {
        this.mutant = mutant;
    }

    /** The number that a set would get now. */
    long numberFor(InstanceName instance, SetId set) {
        return entries.getOrDefault(instance, List.of()).stream()
                        .filter(other -> !other.equals(set))
                        .mapToLong(manifests::get)
                        .max()
                        .orElse(0)
                + 1;
    }

    /** Writes the manifest unless there is one. */
    void writeManifest(SetId set, long number) {
        Long earlier = manifests.get(set);
        if (earlier == null || mutant == Mutant.PUBLISHES_TWICE) {
            manifests.put(set, number);
            if (earlier != null && earlier != number) {
                throw new AssertionError("set " + set + " was number " + earlier + " and became number " + number);
            }
        }
    }

    /** Lists the set. */
    void enter(InstanceName instance, SetId set) {
        List<SetId> known = entries.computeIfAbsent(instance, name -> new ArrayList<>());
        if (!known.contains(set)) {
            known.add(set);
        }
    }

    /** The number in a set's manifest, if it has one. */
    Optional<Long> manifest(SetId set) {
        return Optional.ofNullable(manifests.get(set));
    }

    boolean lists(InstanceName instance, SetId set) {
        return entries.getOrDefault(instance, List.of()).contains(set);
    }

    /** Each instance's sets have the numbers from one on, in the order in which they were entered. */
    void check() {
        entries.forEach((instance, sets) -> {
            for (int i = 0; i < sets.size(); i++) {
                Long number = manifests.get(sets.get(i));
                if (number == null || number != i + 1) {
                    throw new AssertionError("set " + sets.get(i) + " of " + instance + " is entered as number "
                            + (i + 1) + " and its manifest says " + number);
                }
            }
        });
    }
}

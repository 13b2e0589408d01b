package io.holdfast.coordinator.accept;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a set's encryptors must be among: at least one of each group, so that the loss of whatever a group has in common does not lose
 * the set.
 *
 * @param groups by their names; none demands nothing
 */
public record EncryptorPolicy(Map<String, List<EncryptorName>> groups) {
    /** Demands nothing. */
    public static final EncryptorPolicy NONE = new EncryptorPolicy(Map.of());

    public EncryptorPolicy {
        groups = Collections.unmodifiableMap(new TreeMap<>(groups));
    }

    /**
     * Returns when {@code encryptors} have one of each group.
     *
     * @throws Permanent when not, with the groups that have none
     */
    void require(List<EncryptorName> encryptors) {
        String missing = groups.entrySet().stream()
                .filter(group -> Collections.disjoint(group.getValue(), encryptors))
                .map(group -> group.getKey() + " " + group.getValue())
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            throw new Permanent(
                    CoordinatorFailure.POLICY_UNMET,
                    "the encryptors " + encryptors
                            + " have none of these groups, of each of which the configuration demands one: " + missing);
        }
    }
}

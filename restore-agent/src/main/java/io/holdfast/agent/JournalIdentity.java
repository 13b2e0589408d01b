package io.holdfast.agent;

import java.util.Map;
import java.util.TreeMap;

/**
 * What must be the same for a restore to go on: the set, and where its tablespaces lie.
 *
 * @param digest of the set's signed body, hexadecimal
 * @param version the major version of the set's server: names what the restore has in places that others may share
 * @param tablespaces places by OID
 */
public record JournalIdentity(String set, String digest, String version, Map<String, String> tablespaces) {
    public JournalIdentity {
        tablespaces = Map.copyOf(tablespaces);
    }

    /** What a plan would write. */
    public static JournalIdentity of(RestorePlan plan) {
        Map<String, String> places = new TreeMap<>();
        plan.tablespaces()
                .forEach(space -> places.put(
                        Long.toString(space.source().oid()), space.place().toString()));
        return new JournalIdentity(
                plan.manifest().set().text(),
                plan.digest().text(),
                Integer.toString(plan.manifest().server().major()),
                places);
    }
}

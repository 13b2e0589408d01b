package io.holdfast.agent.plan;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.Tablespace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds a place for every tablespace of a set, from what the restore was told. */
final class TablespaceMapping {
    private final List<Tablespace> outside;
    private final Path directory;

    /** For a set's tablespaces and the data directory of the restore. */
    TablespaceMapping(List<Tablespace> tablespaces, Path directory) {
        // One made with allow_in_place_tablespaces lies in the data directory and needs no place.
        this.outside = tablespaces.stream()
                .filter(space -> space.location().startsWith("/"))
                .toList();
        this.directory = directory;
    }

    /**
     * The place of each.
     *
     * @param told places by OID in decimal or by original location
     * @throws Permanent tablespace-unmapped, tablespace-unfit
     */
    List<TablespacePlace> resolve(Map<String, String> told) {
        Map<Long, Path> places = new HashMap<>();
        for (Map.Entry<String, String> entry : new TreeMap<>(told).entrySet()) {
            Tablespace space = meant(entry.getKey());
            Path place = TargetPaths.absolute(
                    "the place of tablespace " + entry.getKey(), entry.getValue(), AgentFailure.TABLESPACE_UNFIT);
            Path other = places.put(space.oid(), place);
            if (other != null && !other.equals(place)) {
                throw unfit("tablespace " + space.oid() + " is given two places: " + other + " and " + place);
            }
        }
        List<Tablespace> missing = outside.stream()
                .filter(space -> !places.containsKey(space.oid()))
                .toList();
        if (!missing.isEmpty()) {
            throw new Permanent(AgentFailure.TABLESPACE_UNMAPPED, "no place is given for " + shown(missing));
        }
        List<TablespacePlace> resolved = new ArrayList<>();
        for (Tablespace space : outside) {
            Path place = places.get(space.oid());
            if (place != null) {
                resolved.add(apart(new TablespacePlace(space, place), resolved));
            }
        }
        return List.copyOf(resolved);
    }

    private Tablespace meant(String key) {
        String location = key.length() > 1 && key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
        return outside.stream()
                .filter(space -> Long.toString(space.oid()).equals(key)
                        || space.location().equals(location))
                .findFirst()
                .orElseThrow(() -> unfit("a place is given for \"" + key + "\", but the set has "
                        + (outside.isEmpty() ? "no tablespaces outside its data directory" : shown(outside))));
    }

    private TablespacePlace apart(TablespacePlace mine, List<TablespacePlace> others) {
        if (TargetPaths.touch(mine.place(), directory)) {
            throw unfit("the place " + mine.place() + " of tablespace "
                    + mine.source().oid() + " and the data directory " + directory + " lie one in the other");
        }
        for (TablespacePlace other : others) {
            if (TargetPaths.touch(mine.place(), other.place())) {
                throw unfit("the places of tablespaces " + mine.source().oid() + " and "
                        + other.source().oid() + " are the same or lie one in the other: " + mine.place() + ", "
                        + other.place());
            }
        }
        return mine;
    }

    private static String shown(List<Tablespace> spaces) {
        return spaces.stream()
                .map(space -> "tablespace " + space.oid() + " (" + space.location() + ")")
                .collect(Collectors.joining(", "));
    }

    private static Permanent unfit(String message) {
        return new Permanent(AgentFailure.TABLESPACE_UNFIT, message);
    }
}

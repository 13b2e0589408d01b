package io.holdfast.agent.preflight;

import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.StandingCluster;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * What goes from the places of tablespaces when a target is replaced.
 *
 * @param places that are the target's
 * @param directories in them, those of its version
 */
record Leaving(Set<Path> places, Set<Path> directories) {
    static final Leaving NOTHING = new Leaving(Set.of(), Set.of());

    Leaving {
        places = Set.copyOf(places);
        directories = Set.copyOf(directories);
    }

    /** What a cluster has. */
    static Leaving of(StandingCluster cluster) {
        Set<Path> places = cluster.places();
        return cluster.version().map(version -> of(places, version)).orElse(new Leaving(places, Set.of()));
    }

    private static Leaving of(Set<Path> places, String version) {
        Set<Path> directories = new HashSet<>();
        places.forEach(place -> directories.addAll(StandingCluster.inPlace(place, version)));
        return new Leaving(places, directories);
    }

    /** With what an unfinished restore has. */
    Leaving and(JournalIdentity unfinished) {
        Set<Path> its = new HashSet<>();
        unfinished.tablespaces().values().forEach(place -> its.add(Path.of(place)));
        Leaving more = of(its, unfinished.version());
        Set<Path> allPlaces = new HashSet<>(places);
        allPlaces.addAll(more.places);
        Set<Path> allDirectories = new HashSet<>(directories);
        allDirectories.addAll(more.directories);
        return new Leaving(allPlaces, allDirectories);
    }
}

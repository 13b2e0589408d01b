package io.holdfast.catalog;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tells what attempts that failed have left in a repository from what is needed, or may be. */
public final class Leftovers {
    /** What a set in a repository is. */
    public enum Kind {
        /** A failed, cancelled or superseded attempt's: nobody will ever read it. */
        LEFT_OVER,
        /** It has a manifest, or the catalog knows it. */
        COMPLETE,
        /** Its attempt may still write. */
        RUNNING,
        /** Nobody here remembers its job: another fleet may share the repository. */
        UNKNOWN
    }

    /** What is known apart from the repository. */
    public interface Known {
        /** The latest status of the job that a set is of. */
        Optional<JobStatus> status(SetId set);

        /** Whether the catalog has a record of the set, verified or not. */
        boolean catalogued(SetId set);

        /** When the job's id was made. */
        Instant made(SetId set);
    }

    /** So long after a job was made nobody remembers it, and it runs no longer: the ledger remembers ids for 90 days. */
    static final Duration FORGOTTEN = Duration.ofDays(100);

    private Leftovers() {}

    /** Looks at every set in the repository. */
    public static SortedMap<SetId, Kind> find(Repository repository, Known known, Instant now) {
        SortedMap<SetId, Kind> found = new TreeMap<>(Comparator.comparing(SetId::text));
        for (SetId set : repository.sets()) {
            // The status first: a set may be published while we look, and a status read afterwards would call its job
            // ended.
            Kind unpublished = unpublished(set, known, now);
            boolean manifest = repository.getObject(ObjectName.manifest(set)).isPresent();
            found.put(set, manifest || known.catalogued(set) ? Kind.COMPLETE : unpublished);
        }
        return found;
    }

    private static Kind unpublished(SetId set, Known known, Instant now) {
        Optional<JobStatus> status = known.status(set);
        if (status.isEmpty()) {
            return known.made(set).plus(FORGOTTEN).isBefore(now) ? Kind.LEFT_OVER : Kind.UNKNOWN;
        }
        int compared = set.attempt().compareTo(status.get().attempt());
        if (status.get().state() == JobState.COMPLETE && compared == 0) {
            // A store may show a manifest late. What the job calls its set is never removed for that.
            return Kind.COMPLETE;
        }
        return status.get().state().terminal() || compared < 0 ? Kind.LEFT_OVER : Kind.RUNNING;
    }
}

package io.holdfast.agent.place;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;
import java.util.Objects;

/** A line of the journal. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = JournalEntry.Begun.class, name = "begun"),
    @JsonSubTypes.Type(value = JournalEntry.Cleared.class, name = "cleared"),
    @JsonSubTypes.Type(value = JournalEntry.Placed.class, name = "placed"),
    @JsonSubTypes.Type(value = JournalEntry.Doubted.class, name = "doubted"),
    @JsonSubTypes.Type(value = JournalEntry.Settled.class, name = "settled")
})
sealed interface JournalEntry {
    /**
     * The first line: what is being restored here.
     *
     * @param v version of the journal, 1
     * @param digest of the set's signed body, hexadecimal
     * @param version the major version of the set's server
     * @param tablespaces places by OID
     */
    record Begun(int v, String set, String digest, String version, Map<String, String> tablespaces)
            implements JournalEntry {
        public Begun {
            Objects.requireNonNull(set, "set");
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(version, "version");
            tablespaces = Map.copyOf(tablespaces);
        }
    }

    /** What lay in the target before is gone. */
    record Cleared() implements JournalEntry {}

    /**
     * A stream's files are written, and the facts about them. They may lie in the host's memory only, so that this counts
     * only until the host starts anew.
     *
     * @param boot names the run of the host
     */
    record Placed(String stream, long stripe, long bytes, String boot) implements JournalEntry {
        public Placed {
            Objects.requireNonNull(stream, "stream");
            Objects.requireNonNull(boot, "boot");
        }
    }

    /**
     * Something could not be forced to disk. The system tells of a lost write once, so what was placed until then counts no more,
     * whatever a later forcing says.
     */
    record Doubted() implements JournalEntry {}

    /** All files are complete and on disk; only what was held back is missing. */
    record Settled() implements JournalEntry {}
}

package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.manifest.ManifestBody;
import java.util.HashSet;
import java.util.Set;

/** Checks that every segment of the log that the set names is among the placed files, whole. */
final class WalPresence {
    private static final String FOLDER = "pg_wal/";

    private final ManifestBody manifest;
    private final Set<String> whole = new HashSet<>();

    WalPresence(ManifestBody manifest) {
        this.manifest = manifest;
    }

    void saw(String path, long size) {
        boolean segment = path.startsWith(FOLDER) && path.length() == FOLDER.length() + 24;
        if (segment && size == manifest.server().walSegmentSize().number()) {
            whole.add(path.substring(FOLDER.length()));
        }
    }

    /** Throws wal-incomplete, naming the first segment that is missing. */
    void check() {
        String last = manifest.wal().lastSegment();
        String segment = manifest.wal().firstSegment();
        while (true) {
            if (!whole.contains(segment)) {
                throw new Corrupt(
                        AgentFailure.WAL_INCOMPLETE,
                        "set " + manifest.set() + " needs the log from "
                                + manifest.wal().firstSegment() + " to " + last + ", but holds no whole segment "
                                + segment);
            }
            if (segment.compareTo(last) >= 0) {
                return;
            }
            segment = after(segment);
        }
    }

    private String after(String segment) {
        long each = (1L << 32) / manifest.server().walSegmentSize().number();
        long number = Long.parseLong(segment, 8, 16, 16) * each + Long.parseLong(segment, 16, 24, 16) + 1;
        return segment.substring(0, 8) + "%08X%08X".formatted(number / each, number % each);
    }
}

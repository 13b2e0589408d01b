package io.holdfast.engine;

import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.session.ClosedFacts;
import io.holdfast.protocol.stripe.InlineFile;
import java.util.List;

/**
 * What a server says when a backup ends.
 *
 * @param facts positions and the range of the log
 * @param inline backup_label, and tablespace_map when there are tablespaces: the files that exist only as text
 * @param log the log that the set needs, complete: the segments from start to stop and the timeline's history
 */
public record StoppedBackup(ClosedFacts facts, List<InlineFile> inline, List<ListedFile> log) {
    public StoppedBackup {
        inline = List.copyOf(inline);
        log = List.copyOf(log);
    }
}

package io.holdfast.engine.postgresql;

import io.holdfast.protocol.quantity.Lsn;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at pages and keeps those that seem wrong as suspects. New pages are no error, nor is a page changed since the backup
 * started, which may have been read half-written and is written whole in the log: its position lies between the start of the
 * backup and where the server writes now. A position beyond that is damage.
 */
final class PageCheck {
    private final PageChecksum page = new PageChecksum();
    private final Lsn start;
    private Lsn insert;
    private long checked;
    private long skipped;
    private List<Suspect> suspects = new ArrayList<>();

    /** A page that seems wrong. */
    record Suspect(String path, RelationPath relation, long block, Lsn lsn) {}

    PageCheck(Lsn start, Lsn insert) {
        this.start = start;
        this.insert = insert;
    }

    /** Looks at the next page in {@code bytes}; {@code block} is its number in the file. */
    void look(String path, RelationPath relation, long block, ByteBuffer bytes) {
        page.take(bytes);
        if (page.isNew()) {
            if (page.isZero()) {
                skipped++;
            } else {
                suspects.add(new Suspect(path, relation, block, new Lsn(page.lsn())));
            }
            return;
        }
        if (page.expected(relation.blockInFork(block)) == page.found()) {
            checked++;
            return;
        }
        Lsn lsn = new Lsn(page.lsn());
        if (changedSinceStart(lsn)) {
            skipped++;
        } else {
            suspects.add(new Suspect(path, relation, block, lsn));
        }
    }

    private boolean changedSinceStart(Lsn lsn) {
        return lsn.compareTo(start) >= 0 && lsn.compareTo(insert) <= 0;
    }

    /** Takes a newer position of the server, and clears the suspects that it explains. */
    void advance(Lsn newInsert) {
        insert = newInsert;
        int before = suspects.size();
        suspects.removeIf(suspect -> changedSinceStart(suspect.lsn()));
        skipped += before - suspects.size();
    }

    /** A suspect that cannot be read again: its file was dropped or truncated. */
    void gone() {
        skipped++;
    }

    /** The suspects, which are forgotten here. */
    List<Suspect> takeSuspects() {
        List<Suspect> taken = suspects;
        suspects = new ArrayList<>();
        return taken;
    }

    boolean hasSuspects() {
        return !suspects.isEmpty();
    }

    long checked() {
        return checked;
    }

    long skipped() {
        return skipped;
    }
}

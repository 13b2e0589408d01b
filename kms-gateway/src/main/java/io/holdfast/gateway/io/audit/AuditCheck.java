package io.holdfast.gateway.io.audit;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.gateway.audit.AuditFound;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks through an audit log with the files that it goes on from, without a gateway. A line that was changed, added, moved or dropped
 * is found; that lines at the end were cut off is found by a head that was noted before.
 */
public final class AuditCheck {
    private final Optional<AuditChain.Head> noted;
    private long firstLine;
    private AuditChain.@Nullable Head head;

    private AuditCheck(Optional<AuditChain.Head> noted) {
        this.noted = noted;
    }

    /**
     * Checks the log whose newest file is {@code file}.
     *
     * @param noted a head that this log had once; it must still hold that line
     * @throws Corrupt audit-damaged, with the file and the line
     * @throws Permanent when there is no such file, or it cannot be read
     */
    public static AuditFound check(Path file, Optional<AuditChain.Head> noted) {
        try {
            List<Path> files = new ArrayList<>(AuditLines.earlier(file));
            if (Files.exists(file) || files.isEmpty()) {
                files.add(file);
            }
            return new AuditCheck(noted).check(files);
        } catch (NoSuchFileException e) {
            throw new Permanent(GatewayFailure.AUDIT_NOT_READ, "there is no audit log " + e.getFile(), e);
        } catch (IOException e) {
            throw new Permanent(GatewayFailure.AUDIT_NOT_READ, "the audit log " + file + " cannot be read: " + e, e);
        }
    }

    private AuditFound check(List<Path> files) throws IOException {
        boolean unfinished = false;
        for (Path each : files) {
            if (unfinished) {
                throw damaged(each, "the file before it ends in the middle of a line");
            }
            unfinished = AuditLines.read(each, line -> take(each, line)) < Files.size(each);
        }
        AuditChain.Head end = head == null ? AuditChain.Head.START : head;
        noted.filter(once -> once.lines() > end.lines()).ifPresent(once -> {
            throw damaged(
                    files.getLast(),
                    "it ends with line " + end.lines() + ", but had " + once.lines() + " when the head was noted");
        });
        return new AuditFound(files.size(), firstLine, end, unfinished);
    }

    private void take(Path file, String line) {
        AuditChain.Head before = head != null
                ? head
                : AuditChain.before(line)
                        .orElseThrow(() -> damaged(file, "its first line is not one that was written"));
        AuditChain.Head after = AuditChain.follow(before, line)
                .orElseThrow(() -> damaged(file, "line " + (before.lines() + 1) + " is not the one that was written"));
        noted.filter(once -> once.lines() == after.lines() && !once.hash().equals(after.hash()))
                .ifPresent(once -> {
                    throw damaged(file, "line " + once.lines() + " is another one than when the head was noted");
                });
        if (head == null) {
            firstLine = after.lines();
        }
        head = after;
    }

    private static Corrupt damaged(Path file, String how) {
        return new Corrupt(GatewayFailure.AUDIT_DAMAGED, "the audit log " + file + ": " + how);
    }
}

package io.holdfast.gateway.io.audit;

import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.protocol.failure.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls that come while a line is on its way to the disk share the next write: one of them writes for all. Each returns when its
 * own line is on the disk, as before; what fails, fails for all that shared it.
 */
public final class GroupedAuditLog implements AuditLog {
    private final AuditFile file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();
    private List<Line> waiting = new ArrayList<>();
    private boolean writing;

    /** Writes to {@code file}, which the caller closes. */
    public GroupedAuditLog(AuditFile file) {
        this.file = file;
    }

    private static final class Line {
        private final AuditEntry entry;
        private boolean done;
        private @Nullable Failure failure;

        Line(AuditEntry entry) {
            this.entry = entry;
        }
    }

    @Override
    public void append(AuditEntry entry) {
        Line mine = new Line(entry);
        List<Line> group = List.of();
        lock.lock();
        try {
            waiting.add(mine);
            while (!mine.done && writing) {
                written.awaitUninterruptibly();
            }
            if (!mine.done) {
                writing = true;
                group = waiting;
                waiting = new ArrayList<>();
            }
        } finally {
            lock.unlock();
        }
        if (!group.isEmpty()) {
            write(group);
        }
        Failure failure = mine.failure;
        if (failure != null) {
            throw failure;
        }
    }

    private void write(List<Line> group) {
        @Nullable Failure failure = null;
        boolean returned = false;
        try {
            file.append(group.stream().map(line -> line.entry).toList());
            returned = true;
        } catch (Failure e) {
            failure = e;
            returned = true;
        } finally {
            lock.lock();
            try {
                for (Line line : group) {
                    line.failure = returned ? failure : AuditFile.notWritten("a defect; the log of the gateway has it");
                    line.done = true;
                }
                writing = false;
                written.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public List<String> last(int most) {
        return file.last(most);
    }
}

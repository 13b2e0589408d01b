package io.holdfast.gateway.io.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log in a file of mode 600: lines are appended, each bound to the one before ({@link AuditChain}), each on the disk
 * before {@link #append} returns. A file that has grown large is renamed and its lines go on in a new one ({@link AuditLines}). The
 * file's chain is checked when it is opened, and that it goes on from the file before. What a write that failed left of its line is
 * cut off by the next one, which begins where the last line ended that was answered for.
 */
public final class AuditFile implements AuditLog, AutoCloseable {
    /** So many lines are kept for operators to see. */
    public static final int KEPT = 200;

    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);
    /** Some hundred thousand lines, which are checked within a second. */
    private static final long LARGEST = 64L << 20;

    private final Path file;
    private final long largest;
    private FileChannel channel;
    /** The number of the file's first line. */
    private long first = 1;

    private final Deque<String> last = new ArrayDeque<>();
    private AuditChain.Head head = AuditChain.Head.START;
    /** Where the last line ends that is on the disk. */
    private long end;

    private boolean broken;

    private AuditFile(Path file, long largest) throws IOException {
        this.file = file;
        this.largest = largest;
        this.channel = channel(file);
    }

    /**
     * Opens the log, or begins one. A last line without its end is cut off: a gateway that was killed while it wrote had not
     * answered yet.
     *
     * @throws Corrupt when a line is not the one that was written
     */
    public static AuditFile open(Path file) {
        return open(file, LARGEST);
    }

    /** The same, where a file that has so many bytes is followed by another. */
    static AuditFile open(Path file, long largest) {
        try {
            AuditFile log = new AuditFile(file, largest);
            log.goOn();
            log.readAll();
            return log;
        } catch (IOException e) {
            throw new Permanent(
                    GatewayFailure.AUDIT_NOT_WRITTEN, "the audit log " + file + " cannot be opened: " + e, e);
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        if (!Files.exists(file)) {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                PrivateFiles.createFolder(folder);
                PrivateFiles.create(file).close();
                PrivateFiles.syncFolder(folder);
            }
        }
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Takes up where the file before this one ends. */
    private void goOn() throws IOException {
        List<Path> earlier = AuditLines.earlier(file);
        if (earlier.isEmpty()) {
            return;
        }
        Path before = earlier.getLast();
        head = AuditLines.last(before)
                .flatMap(line -> AuditChain.before(line).flatMap(previous -> AuditChain.follow(previous, line)))
                .orElseThrow(() -> new Corrupt(
                        GatewayFailure.AUDIT_DAMAGED,
                        "the last line of the audit log " + before + " is not one that was written"));
        first = head.lines() + 1;
    }

    private void readAll() throws IOException {
        long good = AuditLines.read(file, this::admit);
        if (channel.size() > good) {
            LOG.warn("the audit log {} ends in the middle of line {}; that line is cut off", file, head.lines() + 1);
            channel.truncate(good);
            channel.force(true);
        }
        channel.position(good);
        end = good;
    }

    /** Renames the file and begins the next; does what is left of it when it was interrupted. */
    private void turn() throws IOException {
        Path full = AuditLines.earlier(file, first);
        if (!Files.exists(full)) {
            Files.move(file, full, StandardCopyOption.ATOMIC_MOVE);
        }
        FileChannel next = channel(file);
        channel.close();
        channel = next;
        first = head.lines() + 1;
        end = 0;
        LOG.info("the audit log goes on in a new file; what it held until now is {}", full);
    }

    private void admit(String line) {
        head = AuditChain.follow(head, line).orElseThrow(this::damaged);
        keep(line);
    }

    private Corrupt damaged() {
        return new Corrupt(
                GatewayFailure.AUDIT_DAMAGED,
                "line " + (head.lines() + 1) + " of the audit log " + file + " is not the one that was written"
                        + (head.lines() + 1 == first && first == 1 ? ", or the file before it was taken away" : ""));
    }

    @Override
    public void append(AuditEntry entry) {
        append(List.of(entry));
    }

    /** Appends several, by one write: all of them, or none. */
    synchronized void append(List<AuditEntry> entries) {
        List<String> lines = new ArrayList<>();
        AuditChain.Head next = head;
        for (AuditEntry entry : entries) {
            AuditChain.Line line = AuditChain.next(next, json(entry));
            lines.add(line.text());
            next = line.head();
        }
        try {
            if (end >= largest) {
                turn();
            }
            if (broken) {
                channel.truncate(end).position(end);
            }
            ByteBuffer rest = ByteBuffer.wrap((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(false);
            end = channel.position();
        } catch (IOException e) {
            broken = true;
            LOG.error("the audit log {} cannot be written; no key leaves until it can", file, e);
            throw notWritten(e.toString());
        }
        if (broken) {
            broken = false;
            LOG.info("the audit log {} is written again", file);
        }
        head = next;
        lines.forEach(this::keep);
    }

    /** Whether it can be written as far as is known. */
    public synchronized boolean usable() {
        return !broken && channel.isOpen();
    }

    static Transient notWritten(String why) {
        return new Transient(GatewayFailure.AUDIT_NOT_WRITTEN, "the gateway's audit log cannot be written: " + why);
    }

    private void keep(String line) {
        last.addLast(line);
        if (last.size() > KEPT) {
            last.removeFirst();
        }
    }

    private static String json(AuditEntry entry) {
        try {
            return KeysJson.mapper().writeValueAsString(entry);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an audit entry cannot be written as JSON", e);
        }
    }

    @Override
    public synchronized List<String> last(int most) {
        List<String> lines = List.copyOf(last);
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("the audit log {} was not closed cleanly: {}", file, e.toString());
        }
    }
}

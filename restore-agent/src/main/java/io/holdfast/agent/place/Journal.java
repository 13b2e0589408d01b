package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.stripe.StreamRef;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The journal of a restore: one JSON object a line, forced to disk line by line, so that a restore that is killed goes on.
 * Any number of threads.
 */
public final class Journal implements AutoCloseable {
    private static final int VERSION = 1;
    private static final long LONGEST = 1L << 30;

    private final Path file;
    private final FileChannel channel;
    private final String boot;

    private Journal(Path file, FileChannel channel, String boot) {
        this.file = file;
        this.channel = channel;
        this.boot = boot;
    }

    /**
     * Reads the journal of a folder.
     *
     * @param boot names this run of the host: what an earlier run placed may have been lost with its memory
     * @return empty when there is none, or when not even its first line was written
     * @throws Corrupt journal-damaged
     */
    public static Optional<JournalState> read(RestoreFolder folder, String boot) {
        Path file = folder.journal();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            if (Files.size(file) > LONGEST) {
                throw new Corrupt(AgentFailure.JOURNAL_DAMAGED, "the journal " + file + " is far too long");
            }
            return read(file, Files.readString(file, StandardCharsets.UTF_8), boot);
        } catch (IOException e) {
            throw new Corrupt(
                    AgentFailure.JOURNAL_DAMAGED, "the journal " + file + " could not be read: " + e.getMessage(), e);
        }
    }

    private static Optional<JournalState> read(Path file, String text, String boot) {
        // A line counts once its end is written: what follows the last line end was cut off by a kill.
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        if (!(parse(file, lines.getFirst()) instanceof JournalEntry.Begun begun) || begun.v() != VERSION) {
            throw new Corrupt(
                    AgentFailure.JOURNAL_DAMAGED,
                    "the journal " + file + " does not begin as one of this version does");
        }
        boolean cleared = false;
        boolean settled = false;
        Map<String, Long> placed = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            switch (parse(file, line)) {
                case JournalEntry.Begun again ->
                    throw new Corrupt(AgentFailure.JOURNAL_DAMAGED, "the journal " + file + " begins twice");
                case JournalEntry.Cleared c -> cleared = true;
                case JournalEntry.Placed p -> {
                    if (p.boot().equals(boot)) {
                        placed.put(p.stream(), p.bytes());
                    }
                }
                case JournalEntry.Doubted d -> placed.clear();
                case JournalEntry.Settled s -> settled = true;
            }
        }
        JournalIdentity identity =
                new JournalIdentity(begun.set(), begun.digest(), begun.version(), begun.tablespaces());
        return Optional.of(new JournalState(identity, cleared, Map.copyOf(placed), settled));
    }

    private static JournalEntry parse(Path file, String line) {
        return Lines.read(JournalEntry.class, file, line);
    }

    /** Begins a journal, or goes on with the one that is there; what a kill left of a line is cut off. */
    public static Journal open(RestoreFolder folder, JournalIdentity identity, String boot) {
        Path file = folder.journal();
        boolean begun = read(folder, boot).isPresent();
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.CREATE,
                            LinkOption.NOFOLLOW_LINKS),
                    java.nio.file.attribute.PosixFilePermissions.asFileAttribute(FileMode.PRIVATE_FILE.permissions()));
            cut(channel);
            Journal journal = new Journal(file, channel, boot);
            if (!begun) {
                journal.append(new JournalEntry.Begun(
                        VERSION, identity.set(), identity.digest(), identity.version(), identity.tablespaces()));
                Durable.directory(folder.path());
            }
            return journal;
        } catch (IOException e) {
            throw FileTrouble.of("write the journal", file, e);
        }
    }

    private static void cut(FileChannel channel) throws IOException {
        long end = channel.size();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (end > 0) {
            one.clear();
            channel.read(one, end - 1);
            if (one.get(0) == '\n') {
                break;
            }
            end--;
        }
        channel.truncate(end);
        channel.position(end);
    }

    /** What lay in the target before is gone. */
    public void cleared() {
        append(new JournalEntry.Cleared());
    }

    /** A stream's files and the facts about them are written. */
    public void placed(StreamRef stream) {
        append(new JournalEntry.Placed(
                stream.receipt().stream().text(),
                stream.stripe().number(),
                stream.receipt().dataBytes().number(),
                boot));
    }

    /** Something could not be forced to disk: what was placed until now must be fetched again. */
    public void doubted() {
        append(new JournalEntry.Doubted());
    }

    /** All files are complete and on disk. */
    public void settled() {
        append(new JournalEntry.Settled());
    }

    private synchronized void append(JournalEntry entry) {
        try {
            ByteBuffer line =
                    ByteBuffer.wrap((Lines.of(JournalEntry.class, entry) + "\n").getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(true);
        } catch (IOException e) {
            throw FileTrouble.of("write the journal", file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileTrouble.of("close the journal", file, e);
        }
    }
}

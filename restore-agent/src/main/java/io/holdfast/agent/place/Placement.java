package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileOwner;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.PlacedFile;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.StandingCluster;
import io.holdfast.agent.StreamSink;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.stripe.StreamRef;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A restore at work in its target, from the first touch to the control file. Held by one process at a time; one that was
 * killed goes on with what the journal says.
 */
public final class Placement implements AutoCloseable {
    /** Recovery's settings are added to it; a run before this one may have done so. */
    private static final String GROWING = "postgresql.auto.conf";

    private final RestorePlan plan;
    private final Optional<FileOwner> owner;
    private final RestoreFolder folder;
    private final TargetTree tree;
    private final FileChannel lock;
    private final Journal journal;
    private final JournalState before;
    private final WriteBehind behind;
    private final TargetFile.Directness directness = new TargetFile.Directness();

    private Placement(RestorePlan plan, Optional<FileOwner> owner, FileChannel lock, Opened opened) {
        this.plan = plan;
        this.owner = owner;
        this.folder = RestoreFolder.of(plan.directory());
        this.tree = new TargetTree(plan.directory(), plan.tablespaces());
        this.lock = lock;
        this.journal = opened.journal();
        this.behind = new WriteBehind(journal::doubted);
        this.before = opened.before();
    }

    private record Opened(Journal journal, JournalState before) {}

    /**
     * Begins, or goes on: makes the directories, locks them, opens the journal, and removes what may go.
     *
     * @param owner whose the files shall be; empty: this process's user
     * @param boot names this run of the host
     */
    public static Placement begin(RestorePlan plan, Optional<FileOwner> owner, String boot) {
        RestoreFolder folder = RestoreFolder.of(plan.directory());
        make(plan.directory());
        make(folder.path());
        FileChannel lock = lock(folder);
        try {
            Opened opened = open(plan, folder, boot);
            plan.tablespaces().forEach(space -> make(space.place()));
            if (!opened.before().cleared()) {
                clear(plan);
                opened.journal().cleared();
            }
            return new Placement(plan, owner, lock, opened);
        } catch (RuntimeException e) {
            close(lock, folder);
            throw e;
        }
    }

    private static Opened open(RestorePlan plan, RestoreFolder folder, String boot) {
        JournalIdentity identity = JournalIdentity.of(plan);
        JournalState fresh = new JournalState(identity, false, Map.of(), false);
        Optional<JournalState> found = readable(plan, folder, boot);
        if (found.isPresent() && !found.get().identity().equals(identity)) {
            throw new Permanent(
                    AgentFailure.JOURNAL_OF_ANOTHER_SET,
                    plan.directory() + " holds an unfinished restore of set "
                            + found.get().identity().set());
        }
        make(folder.facts());
        make(folder.held());
        return new Opened(Journal.open(folder, identity, boot), found.orElse(fresh));
    }

    /** The journal, if it can be gone on with; one that must give way is removed, after what could start. */
    private static Optional<JournalState> readable(RestorePlan plan, RestoreFolder folder, String boot) {
        if (plan.onNotEmpty() == OnNotEmpty.REFUSE) {
            return Journal.read(folder, boot);
        }
        Optional<JournalState> found;
        try {
            found = Journal.read(folder, boot);
        } catch (io.holdfast.protocol.failure.Corrupt e) {
            found = Optional.empty();
        }
        if (found.isPresent() && found.get().identity().equals(JournalIdentity.of(plan))) {
            return found;
        }
        Clearing.controlFile(plan.directory());
        found.ifPresent(state -> giveUp(plan, state.identity()));
        Clearing.remove(folder.facts());
        Clearing.remove(folder.held());
        Clearing.remove(folder.journal());
        return Optional.empty();
    }

    /** What another restore had placed goes while its journal still says where. */
    private static void giveUp(RestorePlan plan, JournalIdentity other) {
        clearPlaces(plan, other.version(), place -> other.tablespaces().containsValue(place.toString()));
    }

    /** The directory itself comes last: it says what in the places was its own. */
    private static void clear(RestorePlan plan) {
        if (plan.onNotEmpty() == OnNotEmpty.REPLACE) {
            Clearing.controlFile(plan.directory());
            StandingCluster before = new StandingCluster(plan.directory());
            before.version().ifPresent(version -> clearPlaces(plan, version, before.places()::contains));
            Clearing.contents(plan.directory());
        }
    }

    private static void clearPlaces(RestorePlan plan, String version, Predicate<Path> own) {
        plan.tablespaces().stream()
                .map(TablespacePlace::place)
                .filter(own)
                .filter(Files::isDirectory)
                .forEach(place -> Clearing.inPlace(place, version));
    }

    private static void make(Path directory) {
        try {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(FileMode.PRIVATE_DIRECTORY.permissions()));
            Durable.directory(directory.resolveSibling("."));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw FileTrouble.of("make the directory", directory, e);
            }
        } catch (IOException e) {
            throw FileTrouble.of("make the directory", directory, e);
        }
    }

    private static FileChannel lock(RestoreFolder folder) {
        @Nullable FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    folder.lock(),
                    Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS));
            @Nullable FileLock held = channel.tryLock();
            if (held != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another restore in this very process; the same refusal.
        } catch (IOException e) {
            throw FileTrouble.of("lock", folder.lock(), e);
        }
        close(channel, folder);
        throw new Permanent(
                AgentFailure.RESTORE_RUNNING, "another restore holds " + folder.lock() + " and works in its directory");
    }

    /** The bytes of each stream that need not be fetched again, by the stream's id. */
    public Map<String, Long> placed() {
        return before.placed();
    }

    /** Whether all files were complete before; then nothing is fetched. */
    public boolean settledBefore() {
        return before.settled();
    }

    /** Whether an earlier run got as far as {@link #release}: what it left of the restore's folder may be incomplete. */
    public boolean releasedBefore() {
        return before.settled()
                && Files.isRegularFile(plan.directory().resolve(HeldFiles.CONTROL), LinkOption.NOFOLLOW_LINKS);
    }

    /** Takes the files of one stream; any number of streams at the same time. */
    public StreamSink sink(StreamRef stream) {
        return new StreamPlacement(new StreamPlacement.Ground(tree, folder, journal, behind, directness), stream);
    }

    /**
     * Puts all streams together: each file whole, of its size; every segment of the log there; links made.
     *
     * @param manifest takes each file that stands in the target, but for the log's
     * @return how many files and bytes
     */
    public Placed complete(Consumer<PlacedFile> manifest) {
        WalPresence wal = new WalPresence(plan.manifest());
        Map<String, String> links = new LinkedHashMap<>();
        long[] sums = new long[2];
        new PlacedFiles(folder)
                .forEach(
                        file -> {
                            sums[0]++;
                            sums[1] += file.size();
                            wal.saw(file.path(), file.size());
                            if (!file.path().equals(HeldFiles.TABLESPACE_MAP)) {
                                size(file);
                                if (!file.path().startsWith("pg_wal/")) {
                                    manifest.accept(file);
                                }
                            }
                        },
                        links::put);
        wal.check();
        links.forEach(tree::link);
        FileMode mode = FileMode.ofDirectory(plan.manifest().server().directoryMode());
        tree.permitRoot(mode);
        if (!plan.tablespaces().isEmpty()) {
            tree.directory("pg_tblspc", mode);
        }
        for (TablespacePlace space : plan.tablespaces()) {
            linkTo(space);
        }
        return new Placed(sums[0], sums[1]);
    }

    /** How much stands in the target. */
    public record Placed(long files, long bytes) {}

    private void linkTo(TablespacePlace space) {
        Path link = plan.directory()
                .resolve("pg_tblspc")
                .resolve(Long.toString(space.source().oid()));
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, space.place());
        } catch (IOException e) {
            throw FileTrouble.of("make the link", link, e);
        }
    }

    private void size(PlacedFile file) {
        Path path = HeldFiles.locate(folder, tree, file.path());
        try {
            long now = Files.size(path);
            if (now < file.size()) {
                try (RandomAccessFile open = new RandomAccessFile(path.toFile(), "rw")) {
                    open.setLength(file.size());
                }
            } else if (now > file.size() && !file.path().equals(GROWING)) {
                throw new Permanent(
                        AgentFailure.FILES_CONTRADICT,
                        path + " has " + now + " bytes, but the set says " + file.size()
                                + ": somebody else writes in the target");
            }
        } catch (IOException e) {
            throw FileTrouble.of("set the size of", path, e);
        }
    }

    /** Gives everything to its owner and forces it to disk, with what a run after this one relies on. */
    public void settle() {
        behind.finish();
        try {
            new Settling(owner).settle(tree, folder, JournalIdentity.of(plan).version());
        } catch (Failure e) {
            journal.doubted();
            throw e;
        }
        journal.settled();
    }

    /** The very end: the control file, then the restore's folder goes. From here on a server can start. */
    public void release() {
        Path held = HeldFiles.of(folder, HeldFiles.CONTROL).orElseThrow();
        Path control = plan.directory().resolve(HeldFiles.CONTROL);
        if (Files.exists(held, LinkOption.NOFOLLOW_LINKS)) {
            new Settling(owner).own(held);
            Durable.file(held);
            Durable.move(held, control);
        } else if (!Files.isRegularFile(control, LinkOption.NOFOLLOW_LINKS)) {
            throw new Permanent(
                    AgentFailure.INDEX_INCOMPLETE,
                    "set " + plan.manifest().set() + " holds no " + HeldFiles.CONTROL + ", so that it cannot start");
        }
        journal.close();
        // The journal last: an empty folder is no unfinished restore.
        Clearing.remove(folder.facts());
        Clearing.remove(folder.held());
        Clearing.remove(folder.lock());
        Clearing.remove(folder.journal());
        Clearing.remove(folder.path());
        Durable.directory(plan.directory());
    }

    private static void close(@Nullable FileChannel channel, RestoreFolder folder) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw FileTrouble.of("close", folder.lock(), e);
            }
        }
    }

    @Override
    public void close() {
        behind.close();
        journal.close();
        close(lock, folder);
    }
}

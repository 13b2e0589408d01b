package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.StandingCluster;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.OnNotEmpty;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether there is room. How the data divides over tablespaces is known only once it is there, so that the file systems are
 * counted together.
 */
final class Space {
    /** What a file takes beyond its bytes, on average. */
    private static final long ROUNDING = 2_048;

    /** For journal, manifest and the like. */
    private static final long OWN = 8L << 20;

    private final RestorePlan plan;
    private final Optional<JournalState> journal;
    private final Optional<SetAccess.Spool> spool;

    Space(RestorePlan plan, Optional<JournalState> journal, Optional<SetAccess.Spool> spool) {
        this.plan = plan;
        this.journal = journal;
        this.spool = spool;
    }

    String check() {
        long spooled = spool.map(it -> it.most().number()).orElse(0L);
        long needed = plan.dataBytes().number()
                - alreadyThere()
                + plan.manifest().totals().files() * ROUNDING
                + spooled
                + OWN;
        List<FileStore> stores = new ArrayList<>();
        long free = freedByReplacing();
        try {
            free += freeAt(plan.directory(), stores);
            for (TablespacePlace space : plan.tablespaces()) {
                free += freeAt(space.place(), stores);
            }
            if (spool.isPresent()) {
                free += freeAt(spool.get().directory(), stores);
                refuseSmall(spool.get());
            }
        } catch (IOException e) {
            throw FileTrouble.of("ask for the free space of", plan.directory(), e);
        }
        if (free < needed) {
            throw new Permanent(
                    AgentFailure.NOT_ENOUGH_SPACE,
                    "the restore needs " + shown(needed) + " ("
                            + shown(plan.dataBytes().number())
                            + " of the database, " + shown(spooled) + " for sealed streams on their way), but "
                            + plan.directory() + (plan.tablespaces().isEmpty() ? " has " : " and its tablespaces have ")
                            + shown(free) + " free");
        }
        return shown(needed) + " are needed, " + shown(free) + " are free";
    }

    private static void refuseSmall(SetAccess.Spool spool) throws IOException {
        long free = freeAt(spool.directory(), new ArrayList<>());
        if (free < spool.most().number()) {
            throw new Permanent(
                    AgentFailure.NOT_ENOUGH_SPACE,
                    "sealed streams on their way need " + shown(spool.most().number()) + " in " + spool.directory()
                            + ", which has " + shown(free) + " free",
                    "Free space there, or set the repository's spool to a larger file system.");
        }
    }

    private long alreadyThere() {
        return journal.map(state -> state.placed().values().stream()
                        .mapToLong(bytes -> bytes)
                        .sum())
                .orElse(0L);
    }

    private long freedByReplacing() {
        if (plan.onNotEmpty() == OnNotEmpty.REFUSE
                || journal.map(JournalState::cleared).orElse(false)) {
            return 0;
        }
        Leaving cluster = Leaving.of(new StandingCluster(plan.directory()));
        Leaving all = journal.map(state -> cluster.and(state.identity())).orElse(cluster);
        Set<Path> places =
                plan.tablespaces().stream().map(TablespacePlace::place).collect(Collectors.toUnmodifiableSet());
        return TargetInspection.bytesBelow(plan.directory())
                + all.directories().stream()
                        .filter(directory -> places.contains(directory.getParent()))
                        .mapToLong(TargetInspection::bytesBelow)
                        .sum();
    }

    private static long freeAt(Path directory, List<FileStore> counted) throws IOException {
        Path existing = directory;
        Path parent = directory.getParent();
        if (!Files.exists(existing) && parent != null) {
            existing = parent;
        }
        FileStore store = Files.getFileStore(existing);
        if (counted.contains(store)) {
            return 0;
        }
        counted.add(store);
        return store.getUsableSpace();
    }

    private static String shown(long bytes) {
        return bytes < 10_000_000 ? bytes + " B" : Math.round(bytes / 1e6) + " MB";
    }
}

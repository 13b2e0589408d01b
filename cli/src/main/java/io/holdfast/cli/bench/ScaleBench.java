package io.holdfast.cli.bench;

import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.demo.DemoFolder;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.cli.show.Sizes;
import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** {@code holdfast bench scale}: how the time of a backup falls with the number of workers. */
public final class ScaleBench {
    private static final List<Integer> WORKERS = List.of(1, 2, 4, 8);

    /** So that the last stripe, which one worker does while the others have none left, does not count. */
    private static final FleetPlan.Sizing SMALL_STRIPES = new FleetPlan.Sizing("4MiB", 1);

    private final Screen screen;
    private final Form form;
    private final String rate;

    /**
     * Prints to {@code screen} in that form.
     *
     * @param rate the workers' setting {@code maxRate}
     */
    public ScaleBench(Screen screen, Form form, String rate) {
        this.screen = screen;
        this.form = form;
        this.rate = rate;
    }

    /**
     * What so many workers took.
     *
     * @param sealingMillis from the first stripe given out to the last one sealed, median
     * @param jobMillis from submitting to complete, median
     * @param bytesPerSecond read while stripes were sealed
     * @param percentOfLinear that rate, of the first row's times the number of workers
     */
    record Row(int workers, long sealingMillis, long jobMillis, long bytesPerSecond, long percentOfLinear) {}

    /** All rows, as JSON. */
    record Report(String rate, List<Row> rows) {}

    private record Times(long sealing, long job, long bytes) {}

    /** Makes a database of about {@code megabytes}, backs it up {@code rounds} times with each number of workers, prints. */
    public void run(Path folder, int megabytes, int rounds) throws SQLException {
        DemoFolder fresh = DemoFolder.fresh(folder, PostgresBinaries.newest());
        screen.say("Making a database of about " + megabytes + " MB …");
        try (PrivatePostgres server = PrivatePostgres.start(fresh.source())) {
            try (Connection connection = server.connection()) {
                new PeersBench.Source(megabytes, 0).create(connection);
            }
            PeersBench.rest(server);
            Arena arena = new Arena(fresh.root(), server, new Compression(Codec.ZSTD, 1));
            try (HoldfastFleet fleet = new HoldfastFleet(arena, SMALL_STRIPES)) {
                print(measure(arena, fleet, rounds));
            }
        }
    }

    private List<Row> measure(Arena arena, HoldfastFleet fleet, int rounds) {
        List<Row> rows = new ArrayList<>();
        int running = 0;
        for (int workers : WORKERS) {
            for (; running < workers; running++) {
                fleet.startWorker(
                        "worker-" + (running + 1), Map.of("HOLDFAST_MAX_RATE", rate, "HOLDFAST_HEALTH_PORT", "0"));
            }
            Times[] times = new Times[rounds];
            for (int round = 0; round < rounds; round++) {
                times[round] = backUp(arena, fleet);
                screen.say(workers + " workers, round " + (round + 1) + " of " + rounds + ": sealed within "
                        + times[round].sealing() + " ms, complete within " + times[round].job() + " ms");
            }
            rows.add(row(workers, times, rows));
        }
        return rows;
    }

    private static Times backUp(Arena arena, HoldfastFleet fleet) {
        JobRequest backup = new JobRequest.Backup(
                1,
                JobIds.next(),
                HoldfastFleet.INSTANCE,
                RepositoryName.parse("main"),
                null,
                null,
                arena.compression(),
                Access.FILES,
                null,
                null,
                null);
        Map<JobState, Long> first = new EnumMap<>(JobState.class);
        Consumer<JobStatus> listener = status -> first.putIfAbsent(status.state(), System.nanoTime());
        HoldfastFleet.Measured done = fleet.run(backup, arena.servers(), listener);
        long end = first.getOrDefault(JobState.CLOSING, System.nanoTime());
        return new Times(
                (end - first.getOrDefault(JobState.RUNNING, end)) / 1_000_000,
                Math.round(done.usage().seconds() * 1000),
                done.end().progress().bytesDone().number());
    }

    private static Row row(int workers, Times[] times, List<Row> before) {
        Times[] sorted = times.clone();
        Arrays.sort(sorted, (a, b) -> Long.compare(a.sealing(), b.sealing()));
        Times median = sorted[sorted.length / 2];
        long speed = median.bytes() * 1000 / Math.max(1, median.sealing());
        long linear = before.isEmpty() ? speed : before.getFirst().bytesPerSecond() * workers;
        return new Row(workers, median.sealing(), median.job(), speed, Math.round(100.0 * speed / linear));
    }

    private void print(List<Row> rows) {
        if (form == Form.JSON) {
            screen.result(JsonCodec.of(Report.class, 1 << 20).text(new Report(rate, rows)));
            return;
        }
        screen.result("");
        screen.table(
                List.of("workers", "stripes sealed within", "job", "read in a second", "of linear"),
                rows.stream()
                        .map(row -> List.of(
                                Integer.toString(row.workers()),
                                seconds(row.sealingMillis()),
                                seconds(row.jobMillis()),
                                Sizes.of(ByteCount.of(row.bytesPerSecond())),
                                row.percentOfLinear() + " %"))
                        .toList());
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.2f s", millis / 1e3);
    }
}

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
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** {@code holdfast bench rewrap}: how long it takes until a new key version wraps the data keys of many sets. */
public final class RewrapBench {
    private static final EncryptorName STORE = EncryptorName.parse("store");
    private static final FleetPlan.Sizing SIZING = new FleetPlan.Sizing("4MiB", 1);

    private final Screen screen;
    private final Form form;

    /** Prints to {@code screen} in that form. */
    public RewrapBench(Screen screen, Form form) {
        this.screen = screen;
        this.form = form;
    }

    /**
     * What one job took.
     *
     * @param note what the job said in the end
     * @param cpuMillis of coordinator and gateway, the broker apart
     */
    record Row(
            String what,
            long millis,
            long setsPerSecond,
            long cpuMillis,
            long brokerCpuMillis,
            ByteCount peakMemory,
            String note) {}

    /** All rows, as JSON. */
    record Report(int sets, List<Row> rows) {}

    /** Publishes {@code sets} sets, rotates the sealed store's encryptor, and rewraps them; and once more, when nothing is left to do. */
    public void run(Path folder, int sets) {
        DemoFolder fresh = DemoFolder.fresh(folder, PostgresBinaries.newest());
        try (PrivatePostgres server = PrivatePostgres.start(fresh.source())) {
            Arena arena = new Arena(fresh.root(), server, new Compression(Codec.ZSTD, 1));
            try (HoldfastFleet fleet = new HoldfastFleet(arena, SIZING);
                    ManySets many = new ManySets(fleet.folder(), HoldfastFleet.INSTANCE)) {
                screen.say("Publishing " + sets + " sets …");
                many.publish(sets);
                many.rotate(STORE);
                List<Row> rows = new ArrayList<>();
                rows.add(measured("another key version", arena, fleet, sets));
                rows.add(measured("nothing to do", arena, fleet, sets));
                print(new Report(sets, rows));
            }
        }
    }

    private Row measured(String what, Arena arena, HoldfastFleet fleet, int sets) {
        screen.say("Rewrapping: " + what + " …");
        JobRequest rewrap = new JobRequest.Rewrap(1, JobIds.next(), HoldfastFleet.INSTANCE, null, List.of(STORE), null);
        HoldfastFleet.Measured done = fleet.run(rewrap, arena.servers(), status -> shown(status));
        Usage usage = done.usage();
        return new Row(
                what,
                Math.round(usage.seconds() * 1000),
                Math.round(sets / usage.seconds()),
                Math.round(usage.cpuSeconds() * 1000),
                Math.round(usage.serverCpuSeconds() * 1000),
                ByteCount.of(usage.peakBytes()),
                Objects.requireNonNullElse(done.end().note(), ""));
    }

    private void shown(JobStatus status) {
        screen.say(status.progress().stripesDone() + " of " + status.progress().stripesPlanned() + " sets");
    }

    private void print(Report report) {
        if (form == Form.JSON) {
            screen.result(JsonCodec.of(Report.class, 1 << 20).text(report));
            return;
        }
        screen.result("");
        screen.table(
                List.of("rewrapping", "seconds", "sets a second", "CPU s", "broker's CPU s", "peak memory", "note"),
                report.rows().stream()
                        .map(row -> List.of(
                                row.what(),
                                seconds(row.millis()),
                                Long.toString(row.setsPerSecond()),
                                seconds(row.cpuMillis()),
                                seconds(row.brokerCpuMillis()),
                                Sizes.of(row.peakMemory()),
                                row.note()))
                        .toList());
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f", millis / 1e3);
    }
}

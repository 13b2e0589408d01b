package io.holdfast.cli.demo;

import io.holdfast.cli.CliFailure;
import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.Platform;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.JobProgress;
import io.holdfast.cli.show.Screen;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.ManifestBody;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The main job on real input: back up under load, destroy, restore, compare. */
public final class Demo {
    /** The name of the database. */
    public static final InstanceName INSTANCE = InstanceName.parse("shop");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int COMMITS_BEFORE = 500;
    private static final int COMMITS_AFTER = 500;

    private final Screen screen;
    private final DemoFolder folder;
    private final Shop shop;
    private final DemoReport report = new DemoReport();

    /** Nothing happens before {@link #run}. */
    public Demo(Screen screen, DemoFolder folder, Shop shop) {
        this.screen = screen;
        this.folder = folder;
        this.shop = shop;
    }

    /** Prints what was proven; true when every check holds. */
    public boolean run(Form form) throws SQLException, InterruptedException {
        screen.say("Starting PostgreSQL " + folder.binaries().major() + " and filling it …");
        PrivatePostgres source = PrivatePostgres.start(folder.source());
        try {
            try (Connection connection = source.connection()) {
                shop.create(connection);
            }
            folder.addRole(source);
            screen.say("Starting Kafka, the key gateway, a coordinator, two workers and a restore agent …");
            try (Platform platform = Platform.start(folder.fleet(source.port()))) {
                backUpDestroyRestore(platform, source);
                return report.print(screen, form);
            }
        } finally {
            source.kill();
        }
    }

    private void backUpDestroyRestore(Platform platform, PrivatePostgres source)
            throws SQLException, InterruptedException {
        FleetClient client = platform.client();
        TableHash documents;
        try (Connection connection = source.connection()) {
            documents = TableHash.of(connection, "documents");
        }
        NumberedLoad load = new NumberedLoad(source.connection(), shop.seed(), shop.accounts());
        awaitCommits(load, COMMITS_BEFORE);
        screen.say("Backing it up while numbered transactions go on …");
        JobStatus backup = run(client, backupRequest());
        awaitCommits(load, load.committed() + COMMITS_AFTER);
        load.close();
        ManifestBody body = platform.manifest(Objects.requireNonNull(backup.set()));
        screen.say("Destroying the original: kill -9, and its directory removed …");
        source.kill();
        folder.destroySource();
        screen.say("Restoring it into a new directory …");
        JobStatus restore = run(client, restoreRequest());
        tell(body, load, backup, restore);
        compare(documents, load);
        folder.tell(report);
    }

    private static JobRequest backupRequest() {
        return new JobRequest.Backup(1, JobIds.next(), INSTANCE, null, null, null, null, null, null, null, "demo");
    }

    private JobRequest restoreRequest() {
        return new JobRequest.Restore(
                1,
                JobIds.next(),
                INSTANCE,
                null,
                Platform.AGENT,
                folder.restoredData().toString(),
                Map.of(),
                null,
                AfterRestore.LEAVE);
    }

    private JobStatus run(FleetClient client, JobRequest request) {
        JobStatus first = client.submit(request, PATIENCE);
        try (JobProgress progress = new JobProgress(screen)) {
            JobStatus end = client.follow(first.id(), progress::show);
            if (end.state() != JobState.COMPLETE) {
                throw new Permanent(
                        CliFailure.DEMO_FAILED,
                        "the " + request.kind() + " ended as " + end.state() + ": "
                                + (end.failure() == null
                                        ? "no reason given"
                                        : end.failure().message()));
            }
            return end;
        }
    }

    private static void awaitCommits(NumberedLoad load, long number) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (load.committed() < number && System.nanoTime() < end) {
            Thread.sleep(10);
        }
    }

    private void tell(ManifestBody body, NumberedLoad load, JobStatus backup, JobStatus restore) {
        long between = load.committedBetween(body.startLsn(), body.stopLsn());
        report.check(
                "transactions committed while the backup ran",
                Long.toString(between),
                between > 0 ? DemoReport.Verdict.HOLDS : DemoReport.Verdict.FAILS);
        report.manifest(body, Platform.WORKERS);
        report.rate("backup", body.totals().dataBytes(), Duration.between(backup.submitted(), backup.updated()));
        report.rate("restore", body.totals().dataBytes(), Duration.between(restore.submitted(), restore.updated()));
    }

    private void compare(TableHash documents, NumberedLoad load) throws SQLException {
        DemoTools tools = new DemoTools(folder, report);
        tools.verifyBackup();
        screen.say("Starting the restored database and comparing every table …");
        try (PrivatePostgres restored = PrivatePostgres.startExisting(folder.restored(), folder.password())) {
            restored.awaitRecovered(PATIENCE);
            try (Connection connection = restored.connection()) {
                long last = lastNumber(connection);
                report.check(
                        "last transaction in the restored database",
                        last + " of " + load.committed() + " that were committed",
                        last > COMMITS_BEFORE && last <= load.committed()
                                ? DemoReport.Verdict.HOLDS
                                : DemoReport.Verdict.FAILS);
                Map<String, TableHash> expected = new TreeMap<>(shop.expectedAfter(last));
                expected.put("documents", documents);
                for (Map.Entry<String, TableHash> table : expected.entrySet()) {
                    report.table(table.getKey(), table.getValue(), TableHash.of(connection, table.getKey()));
                }
            }
            tools.checkRunning(restored);
        }
        tools.checkStopped();
    }

    private static long lastNumber(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT coalesce(max(n), 0) FROM history")) {
            row.next();
            return row.getLong(1);
        }
    }
}

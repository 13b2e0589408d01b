package io.holdfast.worker.app;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.InstanceConfig;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.keys.NewDataKey;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.worker.TestOrders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A backup of a real server that is held open, as a coordinator would hold it. */
record TestBackup(JobId job, BackupSession session, StartedBackup started, NewDataKey key, TestSite site)
        implements AutoCloseable {
    static PrivatePostgres server() {
        return PrivatePostgres.start(
                PostgresOptions.in(ServersForTests.folder("worker-pg").resolve("server"), ServersForTests.postgres(18))
                        .withSetting("fsync", "off")
                        .withSetting("autovacuum", "off"));
    }

    static Map<InstanceName, InstanceConfig> instances(PrivatePostgres server) {
        return Map.of(
                TestOrders.INSTANCE,
                new InstanceConfig(
                        "127.0.0.1",
                        server.port(),
                        "postgres",
                        server.superuser(),
                        Optional.of(SecretRef.file(server.passwordFile())),
                        io.holdfast.engine.ConnectionEncryption.Mode.PREFER,
                        Optional.empty(),
                        Access.SQL,
                        Optional.of(server.data())));
    }

    static TestBackup hold(TestSite site, PrivatePostgres server) {
        JobId job = TestSite.newJob();
        InstanceSettings settings = java.util.Objects.requireNonNull(
                        instances(server).get(TestOrders.INSTANCE))
                .settings(TestOrders.INSTANCE, SecretResolver.of(Map.of()));
        BackupSession session =
                new PostgresEngine().open(settings, TestOrders.context(job).set());
        return new TestBackup(job, session, session.start("worker", Checkpoint.FAST), site.newKey(job), site);
    }

    List<ListedFile> list(FileKind kind) {
        List<ListedFile> files = new ArrayList<>();
        session.list(Access.SQL, file -> {
            if (file.kind() == kind) {
                files.add(file);
            }
        });
        return files;
    }

    /** Every file as one extent, as long as a coordinator would plan it. */
    Extent[] extents() {
        return list(FileKind.FILE).stream()
                .map(file -> new Extent(
                        file.path(), 0, file.size() + session.growth(file).number()))
                .toArray(Extent[]::new);
    }

    TestOrders.Held held(Access access) {
        return new TestOrders.Held(
                job, Compression.STANDARD, key.jobWrapped(), session.facts(), access, started.startLsn());
    }

    SecretBytes dataKey() {
        return site.keys.unwrap(TestOrders.context(job), key.wrapped(), key.commitment());
    }

    @Override
    public void close() {
        session.close();
    }
}

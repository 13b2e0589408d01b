package io.holdfast.cli.bench;

import io.holdfast.catalog.CatalogWriter;
import io.holdfast.catalog.Publisher;
import io.holdfast.cli.CliFailure;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.repository.Repository;
import io.holdfast.runtime.tls.FleetCertificates;
import io.holdfast.runtime.tls.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sets with manifest and keys, and without streams: what a change of encryptors meets, made by the fleet's own gateway. */
final class ManySets implements AutoCloseable {
    private static final int AT_ONCE = 16;
    private static final RepositoryName REPOSITORY = RepositoryName.parse("main");
    private static final EncryptorName STORE = EncryptorName.parse("store");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final FleetFolder folder;
    private final InstanceName instance;
    private final ClientConfig config;
    private final GatewayClient gateway;
    private final RecordProducer producer;
    private final Repository repository;

    ManySets(FleetFolder folder, InstanceName instance) {
        this.folder = folder;
        this.instance = instance;
        this.config = ClientConfig.find(Optional.of(folder.client()), Map.of());
        this.gateway = gateway(Role.COORDINATOR);
        this.producer = RecordProducer.open(config.brokers(Map.of()), "bench-sets");
        this.repository = config.open(REPOSITORY, Map.of());
    }

    private GatewayClient gateway(Role role) {
        GatewaySettings operators = config.gateway().orElseThrow();
        FleetCertificates certificates = FleetCertificates.at(folder.root().resolve("tls"));
        return GatewayClient.of(
                new GatewaySettings(operators.url(), certificates.tls(role), PATIENCE, PATIENCE),
                InstantSource.system());
    }

    /** Gives the encryptor a new key version. */
    void rotate(EncryptorName encryptor) {
        try (GatewayClient administrator = gateway(Role.KEY_ADMIN)) {
            var unused = administrator.rotate(encryptor);
        }
    }

    /** Publishes so many sets. */
    void publish(int sets) {
        DataKeys keys = gateway;
        Publisher publisher = new Publisher(
                keys, new PinnedKeys(config.manifestKeys()), new CatalogWriter(producer, config.topics()));
        List<Callable<SetId>> works = new ArrayList<>();
        for (int number = 1; number <= sets; number++) {
            int sequence = number;
            works.add(() -> publish(publisher, sequence));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<SetId> done : threads.invokeAll(works)) {
                SetId unused = done.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(CliFailure.BENCH_FAILED, "interrupted", e);
        } catch (ExecutionException e) {
            throw new Permanent(CliFailure.BENCH_FAILED, "a set cannot be published: " + e.getCause(), e);
        }
    }

    private SetId publish(Publisher publisher, int sequence) {
        SetId set = SetId.of(JobIds.next(), Attempt.FIRST);
        SetContext context = new SetContext(fleet(), instance, set);
        NewDataKey key = gateway.make(context, List.of(STORE));
        gateway.endJob(set.job());
        return publisher
                .publish(repository, body(context, sequence, key.commitment()), key.wrapped())
                .body()
                .set();
    }

    private static FleetId fleet() {
        return new FleetId("bench-only");
    }

    private static ManifestBody body(SetContext context, int sequence, Bytes commitment) {
        Instant now = Instant.now();
        Timeline timeline = new Timeline(1);
        Lsn start = new Lsn(0x2000028L);
        Lsn stop = new Lsn(0x3000100L);
        String segment = "000000010000000000000002";
        return new ManifestBody(
                1,
                context.fleet(),
                context.instance(),
                context.set(),
                "full",
                "postgresql",
                new ServerFacts(
                        "7300000000000000001", timeline, 180_000, true, 8192, ByteCount.of(16 << 20), now, null),
                start,
                stop,
                now,
                now,
                new WalRange(timeline, start, stop, segment, segment),
                List.of(),
                new BackupOptions(
                        REPOSITORY,
                        List.of(STORE),
                        Suite.AES_256,
                        Compression.STANDARD,
                        null,
                        Checkpoint.FAST,
                        false,
                        null),
                new SetTotals(0, 0, ByteCount.ZERO, ByteCount.ZERO, 0, 0, List.of(), Map.of()),
                commitment,
                List.of(),
                sequence,
                null,
                new TopicCopies(1, 1));
    }

    @Override
    public void close() {
        repository.close();
        producer.close();
        gateway.close();
    }
}

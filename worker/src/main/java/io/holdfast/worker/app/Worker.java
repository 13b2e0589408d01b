package io.holdfast.worker.app;

import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.messaging.send.EventSender;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.MemberHeartbeat;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.share.ShareLoop;
import io.holdfast.messaging.share.ShareLoopSettings;
import io.holdfast.messaging.topic.BrokerFeatures;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.MemberStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repositories;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.health.Health;
import io.holdfast.runtime.health.HealthServer;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.process.ThisMember;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.vault.Vaults;
import io.holdfast.worker.WorkerMetric;
import io.holdfast.worker.read.Pace;
import io.holdfast.worker.report.Reporter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running worker: takes stripe orders until it is closed. */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration START = Duration.ofSeconds(60);

    /** What a worker talks to beside Kafka and its repositories; tests give others. */
    public record Ports(DataKeys keys, DatabaseEngine engine) {}

    private final WorkerConfig config;
    private final MemberId member = ThisMember.as(Role.WORKER);
    private final Clock clock = Clock.systemUTC();
    private final Instant started = clock.instant();
    private final Metrics metrics;
    /** What to close, the last opened first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private Worker(WorkerConfig config, Metrics metrics) {
        this.config = config;
        this.metrics = metrics;
    }

    /**
     * Starts a worker as it is configured; it takes orders when this returns.
     *
     * @throws io.holdfast.protocol.failure.Failure when Kafka, a secret, a repository or a certificate is not as it must be
     */
    public static Worker start(WorkerConfig config, SecretResolver secrets) {
        GatewayClient gateway = GatewayClient.trusted(config.gateway(), Clock.systemUTC());
        Metrics metrics = Metrics.of(Role.WORKER.label());
        DataKeys keys = gateway.patient(config.gateway().patience(), metrics);
        Worker worker = new Worker(config, metrics);
        worker.opened.push(gateway);
        return worker.started(secrets, new Ports(keys, new PostgresEngine()));
    }

    /** The same over other ports, which stay the caller's to close. */
    public static Worker start(WorkerConfig config, SecretResolver secrets, Ports ports) {
        return new Worker(config, Metrics.of(Role.WORKER.label())).started(secrets, ports);
    }

    private Worker started(SecretResolver secrets, Ports ports) {
        opened.push(metrics);
        try {
            run(all(secrets), ports);
            return this;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Those in Vault too; they are read at every login of a database, so Vault stays open as long as this does. */
    private SecretResolver all(SecretResolver secrets) {
        return open(Vaults.forStart(config, config.vaults(), secrets)).secrets();
    }

    /** Opens what a worker needs in the order in which it needs it, orders last. */
    private void run(SecretResolver secrets, Ports ports) {
        KafkaSettings kafka = new KafkaSettings(
                config.kafka().bootstrapServers(), config.kafka().clientProperties(secrets));
        BrokerFeatures.requireShareGroups(kafka, member.text() + "-features");
        Topics topics = new Topics(config.kafka().topicPrefix());
        RecordProducer producer = open(RecordProducer.open(kafka, member.text()));
        StatusFollower statuses = open(StatusFollower.start(kafka, member.text() + "-status", topics));
        TopicPlan plan = TopicPlan.of(topics, Durability.of(config.kafka().replicationFactor()));
        OpenRepositories repositories =
                open(OpenRepositories.open(config.repositories(), new Repositories.Surroundings(kafka, plan, 1)));
        JobKeys keys = open(new JobKeys(ports.keys()));
        SlotKits kits =
                open(new SlotKits(config.slots(), ports.engine(), new Pace(config.maxRate(), System::nanoTime)));
        JobStandings standings = new JobStandings(statuses);
        open(forgetting(standings, keys, kits));
        OrderWork work = new OrderWork(
                new WorkerParts(instances(secrets), repositories, keys, metrics),
                kits,
                standings,
                new Reporter(member, events(new EventSender(producer, topics)), clock));
        statuses.awaitCaughtUp(START);
        ShareLoop<StripeOrder> loop = open(ShareLoop.start(
                ShareLoopSettings.of(kafka, member.text(), topics.stripes(), topics.stripeGroup())
                        .withSlots(config.slots()),
                Codecs.STRIPE_ORDER,
                work,
                metrics.registry()));
        metrics.gauge(WorkerMetric.SLOTS, config::slots);
        metrics.gauge(WorkerMetric.SLOTS_BUSY, kits::busy);
        open(MemberHeartbeat.start(producer, topics, member, () -> status(kits.busy())));
        open(HealthServer.start(
                config.health(),
                metrics::scrape,
                Map.of(
                        "orders",
                                () -> loop.connected()
                                        ? Health.up(kits.busy() + " of " + config.slots() + " slots busy")
                                        : Health.down("no contact to Kafka's share group"),
                        "statuses",
                                () -> statuses.connected()
                                        ? Health.up("followed")
                                        : Health.down("no contact to Kafka"))));
        LOG.info("{} takes orders of {} in {} slots", member, topics.stripes(), config.slots());
    }

    /** Keys and connections of a job go as soon as its end is known. */
    private static StatusFollower.Subscription forgetting(JobStandings standings, JobKeys keys, SlotKits kits) {
        return standings.statuses().listen(status -> {
            keys.wipeUnless(standings::wanted);
            if (status.state().terminal()) {
                kits.closeReaders(standings::ended);
            }
        });
    }

    private static Reporter.EventPort events(EventSender sender) {
        return new Reporter.EventPort() {
            @Override
            public void send(JobEvent event) {
                sender.send(event);
            }

            @Override
            public void post(JobEvent event) {
                var unused = sender.post(event);
            }
        };
    }

    private Map<InstanceName, InstanceSettings> instances(SecretResolver secrets) {
        Map<InstanceName, InstanceSettings> instances = new HashMap<>();
        config.instances().forEach((name, instance) -> instances.put(name, instance.settings(name, secrets)));
        return instances;
    }

    private MemberStatus status(int busy) {
        String version = java.util.Objects.requireNonNullElse(
                Worker.class.getPackage().getImplementationVersion(), "development");
        return new MemberStatus(
                1,
                member,
                Role.WORKER.label(),
                ThisMember.host(),
                version,
                config.slots(),
                busy,
                started,
                clock.instant());
    }

    /** Who this is among the members. */
    public MemberId member() {
        return member;
    }

    /** What this worker measures. */
    public Metrics metrics() {
        return metrics;
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    /** Gives unfinished orders back, leaves the group, wipes keys, and closes connections. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                LOG.warn("closing", e);
            }
        }
    }
}

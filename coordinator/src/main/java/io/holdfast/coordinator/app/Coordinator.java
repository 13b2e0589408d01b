package io.holdfast.coordinator.app;

import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.CatalogWriter;
import io.holdfast.catalog.Publisher;
import io.holdfast.catalog.Rewrapper;
import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.Reports;
import io.holdfast.coordinator.Standings;
import io.holdfast.coordinator.accept.EncryptorPolicy;
import io.holdfast.coordinator.accept.Intake;
import io.holdfast.coordinator.accept.KnownNames;
import io.holdfast.coordinator.accept.RequestCheck;
import io.holdfast.coordinator.hold.BackupHolder;
import io.holdfast.coordinator.hold.HoldSettings;
import io.holdfast.coordinator.io.EventReports;
import io.holdfast.coordinator.io.JobStreams;
import io.holdfast.coordinator.io.JobTopology;
import io.holdfast.coordinator.io.StreamsSettings;
import io.holdfast.coordinator.ledger.JobLedger;
import io.holdfast.coordinator.ledger.LedgerRules;
import io.holdfast.coordinator.plan.StripeLimits;
import io.holdfast.coordinator.publish.SetPublisher;
import io.holdfast.coordinator.rewrap.SetRewrapper;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.messaging.send.EventSender;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.MemberHeartbeat;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.share.ShareLoop;
import io.holdfast.messaging.share.ShareLoopSettings;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.MemberStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.health.Health;
import io.holdfast.runtime.health.HealthServer;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.process.ThisMember;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.vault.Vaults;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running coordinator: keeps its share of the ledger and does session orders until it is closed. */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final Duration START = Duration.ofSeconds(60);
    /** What is published is short work: two at a time keep up with any number of backups. */
    private static final int PUBLISHING_SLOTS = 2;

    /** What a coordinator talks to beside Kafka and its repositories; tests give others. They stay the caller's to close. */
    public record Ports(DataKeys keys, DatabaseEngine engine) {}

    private final CoordinatorConfig config;
    private final MemberId member = ThisMember.as(Role.COORDINATOR);
    private final Clock clock = Clock.systemUTC();
    private final Instant started = clock.instant();
    private final Metrics metrics = Metrics.of(Role.COORDINATOR.label());

    /** What to close, the last opened first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private Coordinator(CoordinatorConfig config) {
        this.config = config;
        opened.push(metrics);
    }

    /**
     * Starts a coordinator as it is configured: makes the topics that are missing, and takes jobs when this returns.
     *
     * @throws io.holdfast.protocol.failure.Failure when Kafka, its topics, a secret, a repository or a certificate is not as it must be
     */
    public static Coordinator start(CoordinatorConfig config, SecretResolver secrets) throws InterruptedException {
        Coordinator coordinator = new Coordinator(config);
        try {
            GatewayClient gateway = coordinator.open(GatewayClient.trusted(config.gateway(), coordinator.clock));
            DataKeys keys = gateway.patient(config.gateway().patience(), coordinator.metrics);
            coordinator.run(coordinator.all(secrets), new Ports(keys, new PostgresEngine()));
            return coordinator;
        } catch (RuntimeException | InterruptedException e) {
            coordinator.close();
            throw e;
        }
    }

    /** The same over other ports. */
    public static Coordinator start(CoordinatorConfig config, SecretResolver secrets, Ports ports)
            throws InterruptedException {
        Coordinator coordinator = new Coordinator(config);
        try {
            coordinator.run(coordinator.all(secrets), ports);
            return coordinator;
        } catch (RuntimeException | InterruptedException e) {
            coordinator.close();
            throw e;
        }
    }

    /** Those in Vault too; they are read at every login of a database, so Vault stays open as long as this does. */
    private SecretResolver all(SecretResolver secrets) {
        return open(Vaults.forStart(config, config.vaults(), secrets)).secrets();
    }

    /** Opens what a coordinator needs in the order in which it needs it, orders last. */
    private void run(SecretResolver secrets, Ports ports) throws InterruptedException {
        KafkaSettings kafka = new KafkaSettings(
                config.kafka().bootstrapServers(), config.kafka().clientProperties(secrets));
        Topics topics = new Topics(config.kafka().topicPrefix());
        TopicPlan plan = TopicPlan.of(topics, Durability.of(config.kafka().replicationFactor()));
        makeTopics(kafka, plan);
        JobStreams streams = open(JobStreams.start(streams(kafka, plan), topology(topics)));
        RecordProducer producer = open(RecordProducer.open(kafka, member.text()));
        StatusFollower statuses = open(StatusFollower.start(kafka, member.text() + "-status", topics));
        PinnedKeys pinned = new PinnedKeys(config.manifestKeys());
        CatalogReader catalog = open(CatalogReader.start(kafka, topics, pinned));
        Map<RepositoryName, Repository> repositories = repositories(new Repositories.Surroundings(kafka, plan, 2));
        statuses.awaitCaughtUp(START);
        catalog.awaitCaughtUp(START);
        Reports reports = new EventReports(new EventSender(producer, topics), member, clock);
        Standings standings = standings(statuses);
        BackupHolder holder = open(new BackupHolder(
                new BackupHolder.Ports(ports.engine(), ports.keys(), reports, standings, audit(kafka, plan)),
                config.fleet(),
                instances(secrets),
                holdSettings()));
        SetTools sets = new SetTools(repositories, pinned, catalog, reports, new CatalogWriter(producer, topics));
        SetPublisher publisher = sets.publisher(ports.keys(), copies(plan));
        SetRewrapper rewrapper = sets.rewrapper(ports.keys());
        SessionWork work = new SessionWork(holder, publisher, rewrapper, standings, ports.keys(), metrics);
        ShareLoop<SessionOrder> sessions = orders(
                ShareLoopSettings.of(kafka, member.text(), topics.sessions(), topics.sessionGroup())
                        .withSlots(config.slots()),
                work);
        ShareLoop<SessionOrder> publishing = orders(
                ShareLoopSettings.of(kafka, member.text(), topics.publishing(), topics.publishingGroup())
                        .withSlots(PUBLISHING_SLOTS),
                work);
        metrics.gauge(CoordinatorMetric.SESSIONS_HELD, holder::held);
        streams.awaitRunning(START);
        open(MemberHeartbeat.start(producer, topics, member, () -> status(sessions.busy())));
        open(HealthServer.start(
                config.health(),
                metrics::scrape,
                Map.of(
                        "ledger", streams::health,
                        "sessions", () -> health(sessions, config.slots()),
                        "publishing", () -> health(publishing, PUBLISHING_SLOTS),
                        "statuses", () -> new Health(statuses.connected(), "followed"),
                        "catalog", () -> new Health(catalog.connected(), "followed"))));
        LOG.info("{} takes jobs of {} and session orders in {} slots", member, topics.jobs(), config.slots());
    }

    private HoldSettings holdSettings() {
        return HoldSettings.of(
                new StripeLimits(config.stripes().size(), config.stripes().entries()));
    }

    private static Standings standings(StatusFollower statuses) {
        return (job, attempt) -> Standings.of(statuses.current(job).orElse(null), attempt);
    }

    /** What works on sets that are sealed. */
    private record SetTools(
            Map<RepositoryName, Repository> repositories,
            PinnedKeys pinned,
            CatalogReader catalog,
            Reports reports,
            CatalogWriter written) {
        SetPublisher publisher(DataKeys keys, TopicCopies copies) {
            Publisher publisher = new Publisher(keys, pinned, written);
            return new SetPublisher(
                    new SetPublisher.Ports(repositories, keys, publisher, catalog, reports, copies),
                    new SecureRandom()::nextBytes);
        }

        SetRewrapper rewrapper(DataKeys keys) {
            Rewrapper rewrapper = new Rewrapper(keys, pinned, written);
            return new SetRewrapper(new SetRewrapper.Ports(repositories, rewrapper, catalog, reports));
        }
    }

    private static TopicCopies copies(TopicPlan plan) {
        return new TopicCopies(
                plan.durability().replication(), plan.durability().minInsync());
    }

    /** Settings of topics and brokers may have been changed since the start. */
    private Runnable audit(KafkaSettings kafka, TopicPlan plan) {
        TopicKeeper keeper = open(TopicKeeper.open(kafka, member.text() + "-audit"));
        return () -> keeper.requireSound(plan.control());
    }

    private ShareLoop<SessionOrder> orders(ShareLoopSettings settings, SessionWork work) {
        return open(ShareLoop.start(settings, Codecs.SESSION_ORDER, work, metrics.registry()));
    }

    private static Health health(ShareLoop<SessionOrder> loop, int slots) {
        return new Health(loop.connected(), loop.busy() + " of " + slots + " slots busy");
    }

    private void makeTopics(KafkaSettings kafka, TopicPlan plan) {
        try (TopicKeeper keeper = TopicKeeper.open(kafka, member.text() + "-topics")) {
            keeper.requireShareGroups();
            keeper.make(plan.control());
            keeper.requireSound(plan.control());
        }
    }

    private StreamsSettings streams(KafkaSettings kafka, TopicPlan plan) {
        return new StreamsSettings(
                kafka,
                plan.topics(),
                member,
                plan.durability(),
                config.ledger().directory(),
                config.ledger().threads(),
                config.ledger().takeover());
    }

    private JobTopology topology(Topics topics) {
        KnownNames names = new KnownNames(
                config.instances().keySet(),
                config.repositories().keySet(),
                Set.copyOf(config.encryptors()),
                Set.copyOf(config.agents()));
        RequestCheck check = new RequestCheck(
                names, config.defaults().resolved(config.encryptors()), new EncryptorPolicy(config.encryptorGroups()));
        LedgerRules rules = config.leases().rules(config.stripes().window());
        return new JobTopology(
                topics,
                new Intake(check, member),
                new JobLedger(member, rules),
                rules,
                metrics,
                config.ledger().partitions());
    }

    private Map<RepositoryName, Repository> repositories(Repositories.Surroundings surroundings) {
        Map<RepositoryName, Repository> open = new HashMap<>();
        config.repositories().forEach((name, one) -> open.put(name, open(Repositories.open(name, one, surroundings))));
        return Map.copyOf(open);
    }

    private Map<InstanceName, InstanceSettings> instances(SecretResolver secrets) {
        Map<InstanceName, InstanceSettings> instances = new HashMap<>();
        config.instances().forEach((name, instance) -> instances.put(name, instance.settings(name, secrets)));
        return instances;
    }

    private MemberStatus status(int busy) {
        String version =
                Objects.requireNonNullElse(Coordinator.class.getPackage().getImplementationVersion(), "development");
        return new MemberStatus(
                1,
                member,
                Role.COORDINATOR.label(),
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

    /** What this coordinator measures. */
    public Metrics metrics() {
        return metrics;
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    /** Gives unfinished orders back, leaves the groups, and closes connections. A backup that is held is given up. */
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

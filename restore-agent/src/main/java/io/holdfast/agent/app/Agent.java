package io.holdfast.agent.app;

import io.holdfast.agent.AgentMetric;
import io.holdfast.agent.AllowedTargets;
import io.holdfast.agent.io.HostBoot;
import io.holdfast.agent.io.HostPrograms;
import io.holdfast.agent.io.HostUsers;
import io.holdfast.catalog.CatalogReader;
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
import io.holdfast.messaging.topic.BrokerFeatures;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.MemberStatus;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.health.Health;
import io.holdfast.runtime.health.HealthServer;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.process.ThisMember;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.vault.Vaults;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running restore agent: takes the orders of its name, one at a time, until it is closed. */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    /** One is done at a time; the others say that they wait. */
    private static final int ORDERS_IN_HAND = 8;

    private final AgentConfig config;
    private final MemberId member = ThisMember.as(Role.AGENT);
    private final Clock clock = Clock.systemUTC();
    private final Instant started = clock.instant();
    private final Metrics metrics = Metrics.of(Role.AGENT.label());
    /** What to close, the last opened first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private Agent(AgentConfig config) {
        this.config = config;
        opened.push(metrics);
    }

    /**
     * Starts an agent as it is configured; it takes orders when this returns.
     *
     * @throws io.holdfast.protocol.failure.Failure when Kafka, a secret, a user or a certificate is not as it must be
     */
    public static Agent start(AgentConfig config, SecretResolver secrets) {
        GatewayClient gateway =
                GatewayClient.trusted(config.gateway().orElseThrow(OfflineRestore::noKeys), Clock.systemUTC());
        Agent agent = new Agent(config);
        agent.opened.push(gateway);
        DataKeys keys = gateway.patient(config.gateway().orElseThrow().patience(), agent.metrics);
        return agent.started(secrets, keys);
    }

    /** The same with another keeper of keys, which stays the caller's to close. */
    public static Agent start(AgentConfig config, SecretResolver secrets, DataKeys keys) {
        return new Agent(config).started(secrets, keys);
    }

    private Agent started(SecretResolver secrets, DataKeys keys) {
        try {
            Vaults vaults = open(Vaults.forStart(config, config.vaults(), secrets));
            run(vaults.secrets(), keys);
            return this;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Opens what an agent needs in the order in which it needs it, orders last. */
    private void run(SecretResolver secrets, DataKeys keys) {
        KafkaSettings kafka = OfflineRestore.kafka(config, secrets);
        BrokerFeatures.requireShareGroups(kafka, member.text() + "-features");
        Topics topics = new Topics(config.kafka().topicPrefix());
        RecordProducer producer = open(RecordProducer.open(kafka, member.text()));
        StatusFollower statuses = open(StatusFollower.start(kafka, member.text() + "-status", topics));
        CatalogReader catalog = open(CatalogReader.start(kafka, topics, new PinnedKeys(config.manifestKeys())));
        OrderWork work = new OrderWork(
                config.name(),
                tools(kafka, catalog, keys),
                new RestoreRecords(config.state(), started),
                statuses,
                new RestoreReports(new EventSender(producer, topics), member, clock),
                PAUSE);
        statuses.awaitCaughtUp(START);
        catalog.awaitCaughtUp(START);
        ShareLoop<RestoreOrder> loop = open(ShareLoop.start(
                ShareLoopSettings.of(kafka, member.text(), topics.restores(), topics.restoreGroup(config.name()))
                        .withSlots(ORDERS_IN_HAND),
                Codecs.RESTORE_ORDER,
                work,
                metrics.registry()));
        metrics.gauge(AgentMetric.BUSY, work::busy);
        open(MemberHeartbeat.start(producer, topics, member, () -> status(work.busy())));
        open(HealthServer.start(
                config.health(),
                metrics::scrape,
                Map.of(
                        "orders", () -> contact(loop::connected, work.busy() + " restores are being done"),
                        "catalog", () -> contact(catalog::connected, "followed"),
                        "statuses", () -> contact(statuses::connected, "followed"))));
        LOG.info("{} takes orders of {} for agent {}", member, topics.restores(), config.name());
    }

    private RestoreTools tools(KafkaSettings kafka, CatalogReader catalog, DataKeys keys) {
        ConfiguredRepositories repositories = ConfiguredRepositories.of(config, kafka);
        return new RestoreTools(
                new CatalogSets(catalog, repositories),
                keys,
                repositories,
                new HostPrograms(config.postgresql().binaries()),
                HostUsers.owner(config.postgresql().user()),
                AllowedTargets.below(config.targets()),
                config.postgresql(),
                HostBoot.id(),
                metrics);
    }

    private static Health contact(BooleanSupplier connected, String detail) {
        return connected.getAsBoolean() ? Health.up(detail) : Health.down("no contact to Kafka");
    }

    private MemberStatus status(int busy) {
        String version = Objects.requireNonNullElse(Agent.class.getPackage().getImplementationVersion(), "development");
        return new MemberStatus(
                1, member, Role.AGENT.label(), ThisMember.host(), version, 1, busy, started, clock.instant());
    }

    /** Who this is among the members. */
    public MemberId member() {
        return member;
    }

    /** What this agent measures. */
    public Metrics metrics() {
        return metrics;
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    /** Ends a restore that is being done where it is, gives its order back, and closes connections. */
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

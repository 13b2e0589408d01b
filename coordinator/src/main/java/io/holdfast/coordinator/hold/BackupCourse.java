package io.holdfast.coordinator.hold;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.plan.SealOrders;
import io.holdfast.coordinator.plan.Share;
import io.holdfast.coordinator.plan.StripePlanner;
import io.holdfast.engine.BackupSession;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.StoppedBackup;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.NewDataKey;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.OpenedFacts;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One backup from its opening to its release; for one thread. */
final class BackupCourse implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupCourse.class);

    /** What a signed manifest of 100 KB can name: 250 parts of the stripe index with 1,000 stripes each. */
    static final int MOST_STRIPES = 250_000;

    private final SessionOrder.OpenBackup order;
    private final BackupHolder.Ports ports;
    private final HoldSettings settings;
    private @Nullable BackupSession session;
    private @Nullable OpenedFacts opened;
    private @Nullable SealOrders orders;
    private long files;
    private ByteCount bytes = ByteCount.ZERO;

    BackupCourse(SessionOrder.OpenBackup order, BackupHolder.Ports ports, HoldSettings settings) {
        this.order = order;
        this.ports = ports;
        this.settings = settings;
    }

    /** Opens the backup, tells so, and plans the database's stripes. */
    void open(FleetId fleet, InstanceSettings instance) {
        BackupSession open = ports.engine().open(instance, order.set());
        session = open;
        SetContext context = new SetContext(fleet, order.instance(), order.set());
        NewDataKey key = order.options().suite() == Suite.NONE
                ? null
                : ports.keys().make(context, order.options().encryptors());
        if (key != null) {
            prove(context, key.wrapped(), key.commitment());
        }
        StartedBackup started =
                open.start("holdfast " + order.set(), order.options().checkpoint());
        Access access = Objects.requireNonNullElse(order.options().access(), instance.access());
        OpenedFacts facts = new OpenedFacts(
                context,
                open.facts(),
                access,
                started.startLsn(),
                started.startTime(),
                open.tablespaces(),
                key == null ? List.of() : key.wrapped(),
                key == null ? null : key.jobWrapped(),
                key == null ? null : key.commitment(),
                key == null ? List.of() : key.warnings());
        opened = facts;
        SealOrders numbered = new SealOrders(order, facts);
        orders = numbered;
        ports.reports().send(order, new Happening.Opened(facts));
        LOG.info("backup {} of {} is open at {}", order.set(), order.instance(), facts.startLsn());
        StripePlanner planner = planner(numbered, Phase.DATA);
        open.list(access, listed -> planner.add(listed, open.growth(listed)));
        finish(planner, Phase.DATA, numbered);
    }

    private StripePlanner planner(SealOrders numbered, Phase phase) {
        return new StripePlanner(settings.stripes(), share -> post(numbered.next(phase, share, List.of())));
    }

    private void post(StripeOrder stripe) {
        if (stripe.stripe().number() >= MOST_STRIPES) {
            throw new Permanent(
                    CoordinatorFailure.TOO_MANY_STRIPES,
                    "instance " + order.instance() + " would need more than " + MOST_STRIPES + " stripes of "
                            + settings.stripes().bytes());
        }
        ports.reports().post(order, new Happening.StripePlanned(stripe));
    }

    private void finish(StripePlanner planner, Phase phase, SealOrders numbered) {
        planner.finish();
        files += planner.files();
        bytes = bytes.plus(planner.bytes());
        ports.reports().flush();
        PlanTotals totals = new PlanTotals(numbered.count(), files, bytes);
        ports.reports().send(order, new Happening.Planned(phase, totals));
        LOG.info("backup {}: {} stripes are planned", order.set(), numbered.count());
    }

    /** Stops the backup, proves that its key can be had again, and plans the last stripes: control file and log. */
    void stop() {
        BackupSession open = Objects.requireNonNull(session);
        SealOrders numbered = Objects.requireNonNull(orders);
        StoppedBackup stopped = open.stop();
        OpenedFacts facts = Objects.requireNonNull(opened);
        if (facts.dekCommitment() != null) {
            prove(facts.context(), facts.keys(), facts.dekCommitment());
        }
        ports.reports().send(order, new Happening.Closed(stopped.facts()));
        ListedFile control = open.controlFile();
        Share last = new Share(
                List.of(),
                List.of(new Extent(control.path(), 0, control.size())),
                Map.of(control.path(), control.modified().getEpochSecond()));
        post(numbered.next(Phase.CLOSE, last, stopped.inline()));
        files += 1 + stopped.inline().size();
        bytes = bytes.plus(ByteCount.of(control.size()
                + stopped.inline().stream()
                        .map(InlineFile::text)
                        .mapToLong(String::length)
                        .sum()));
        StripePlanner planner = planner(numbered, Phase.CLOSE);
        stopped.log().forEach(planner::add);
        finish(planner, Phase.CLOSE, numbered);
    }

    /**
     * At the start, so that no database is read for a key that cannot be had; and before the point of no return: afterwards that
     * would only be told, not undone.
     */
    private void prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        for (EncryptorProof proof : ports.keys().prove(context, wrapped, commitment)) {
            proof.failure().ifPresent(why -> {
                throw new Transient(
                        CoordinatorFailure.ENCRYPTOR_UNPROVEN,
                        "encryptor " + proof.encryptor() + " does not open the data key of set " + order.set() + ": "
                                + why.message());
            });
        }
    }

    /** All is sealed, or all is over: the server may recycle the log. What fails here is no failure of the backup. */
    void release() {
        try {
            Objects.requireNonNull(session).releaseLog();
        } catch (Failure e) {
            // The slot is a temporary one and goes with the connection, which is closed next.
            LOG.warn("backup {}: the log's slot goes with its connection: {}", order.set(), e.what());
        }
    }

    void ping() {
        Objects.requireNonNull(session).ping();
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }
}

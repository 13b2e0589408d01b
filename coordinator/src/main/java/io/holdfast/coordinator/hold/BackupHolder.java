package io.holdfast.coordinator.hold;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.Reports;
import io.holdfast.coordinator.Standing;
import io.holdfast.coordinator.Standings;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.keys.DataKeys;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.session.SessionOrder;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes orders to open a backup: holds each until it is sealed, or its attempt is over. */
public final class BackupHolder {
    private static final Logger LOG = LoggerFactory.getLogger(BackupHolder.class);

    /** What a holder works with. */
    public record Ports(DatabaseEngine engine, DataKeys keys, Reports reports, Standings standings) {}

    private final Ports ports;
    private final FleetId fleet;
    private final Map<InstanceName, InstanceSettings> instances;
    private final HoldSettings settings;
    private final AtomicInteger held = new AtomicInteger();

    /** A holder for these instances. */
    public BackupHolder(
            Ports ports, FleetId fleet, Map<InstanceName, InstanceSettings> instances, HoldSettings settings) {
        this.ports = ports;
        this.fleet = fleet;
        this.instances = Map.copyOf(instances);
        this.settings = settings;
    }

    /** How many backups are held now. */
    public int held() {
        return held.get();
    }

    /**
     * Does an order to its end. When it returns, the order needs nobody any more; when it throws, somebody should take it again.
     *
     * @throws Failure when the ledger could not be told
     */
    public void hold(SessionOrder.OpenBackup order, Hold hold) throws InterruptedException {
        switch (news(order, hold)) {
            case ENDED -> ports.keys().endJob(order.job());
            case SEALED, SUPERSEDED -> LOG.debug("backup {} attempt {} needs no session", order.job(), order.attempt());
            case RUNNING, CLOSING ->
                ports.reports()
                        .send(order, new Happening.SessionFailed(lost(order).report()));
            case OPENING -> open(order, hold);
            case UNKNOWN ->
                throw new Transient(
                        CoordinatorFailure.STATUS_MISSING,
                        "nothing is known of attempt " + order.attempt() + " of job " + order.job()
                                + ", so no backup is opened for it yet");
        }
    }

    /** The order's standing, once it is heard of; a status may come a little after its order. */
    private Standing news(SessionOrder.OpenBackup order, Hold hold) throws InterruptedException {
        long turns = settings.news().dividedBy(settings.look());
        Standing standing = ports.standings().of(order.job(), order.attempt());
        for (long turn = 0; turn < turns && standing == Standing.UNKNOWN && !hold.ended(); turn++) {
            Thread.sleep(settings.look());
            standing = ports.standings().of(order.job(), order.attempt());
        }
        return standing;
    }

    private static Transient lost(SessionOrder.OpenBackup order) {
        return new Transient(
                CoordinatorFailure.SESSION_LOST,
                "the session that held the backup of instance " + order.instance() + " open for attempt "
                        + order.attempt() + " of job " + order.job() + " is gone");
    }

    private void open(SessionOrder.OpenBackup order, Hold hold) throws InterruptedException {
        held.incrementAndGet();
        try (BackupCourse course = new BackupCourse(order, ports, settings)) {
            course.open(fleet, instance(order));
            follow(order, course, hold);
        } catch (Failure e) {
            LOG.warn("backup {} attempt {}: {}", order.job(), order.attempt(), e.what());
            ports.reports().send(order, new Happening.SessionFailed(e.report()));
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException e) {
            LOG.error("backup {} attempt {} failed by a defect", order.job(), order.attempt(), e);
            Transient defect = new Transient(CoordinatorFailure.UNFORESEEN, "the session failed: " + e, e);
            ports.reports().send(order, new Happening.SessionFailed(defect.report()));
        } finally {
            held.decrementAndGet();
        }
    }

    private InstanceSettings instance(SessionOrder.OpenBackup order) {
        InstanceSettings instance = instances.get(order.instance());
        if (instance == null) {
            throw new Permanent(
                    CoordinatorFailure.UNKNOWN_INSTANCE,
                    "this coordinator's configuration has no instance " + order.instance());
        }
        return instance;
    }

    private void follow(SessionOrder.OpenBackup order, BackupCourse course, Hold hold) throws InterruptedException {
        long looks = Math.max(1, settings.ping().dividedBy(settings.look()));
        boolean closed = false;
        for (long look = 1; !hold.ended(); look++) {
            switch (ports.standings().of(order.job(), order.attempt())) {
                case UNKNOWN, OPENING, RUNNING -> {}
                case CLOSING -> {
                    if (!closed) {
                        course.close(hold);
                        closed = true;
                    }
                }
                case SEALED, SUPERSEDED -> {
                    course.release();
                    return;
                }
                case ENDED -> {
                    course.release();
                    ports.keys().endJob(order.job());
                    return;
                }
            }
            if (look % looks == 0) {
                course.ping();
            }
            Thread.sleep(settings.look());
        }
        if (!hold.lost()) {
            throw lost(order);
        }
        LOG.warn("backup {} attempt {}: the order is somebody else's by now", order.job(), order.attempt());
    }
}

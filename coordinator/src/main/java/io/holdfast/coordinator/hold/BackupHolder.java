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
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.session.SessionOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes orders to open a backup: holds each until it is sealed, or its attempt is over. A backup that is open stays open when the claim on
 * its order is lost, as when a broker restarts and forgets who has what: its connection to the database is as good as before. Whoever gets
 * the order next asks the database whether the backup is held. While it is, it watches; once it is not, it says that it is lost.
 */
public final class BackupHolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupHolder.class);

    /** A database must say so often in a row that it holds no backup, or say nothing: the status may be a little behind the release. */
    private static final int SILENCES = 2;

    /**
     * What a holder works with.
     *
     * @param audit looks at topics and brokers before each backup; throws when they would not keep what they are given
     */
    public record Ports(DatabaseEngine engine, DataKeys keys, Reports reports, Standings standings, Runnable audit) {}

    private final Ports ports;
    private final FleetId fleet;
    private final Map<InstanceName, InstanceSettings> instances;
    private final HoldSettings settings;
    private final Map<SetId, Held> held = new ConcurrentHashMap<>();

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
        return held.size();
    }

    /**
     * Does an order to its end. When it returns, the order needs nobody any more, or the claim on it is lost; when it throws, somebody
     * should take it again.
     *
     * @throws Failure when the ledger could not be told, or another member may have the backup
     */
    public void hold(SessionOrder.OpenBackup order, Hold hold) throws InterruptedException {
        Held mine = held.get(order.set());
        if (mine != null) {
            LOG.info("backup {}: the order is back, and the backup is still open here", order.set());
            mine.await(hold);
            return;
        }
        switch (news(order, hold)) {
            case ENDED -> ports.keys().endJob(order.job());
            case SEALED, SUPERSEDED -> LOG.debug("backup {} attempt {} needs no session", order.job(), order.attempt());
            case RUNNING, CLOSING -> watch(order, hold);
            case OPENING -> {
                if (isHeldElsewhere(order)) {
                    watch(order, hold);
                } else {
                    open(order).await(hold);
                }
            }
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

    /** Somebody else opened it, and may hold it well without the order. */
    private void watch(SessionOrder.OpenBackup order, Hold hold) throws InterruptedException {
        int silences = 0;
        while (!hold.ended()) {
            switch (ports.standings().of(order.job(), order.attempt())) {
                case ENDED -> {
                    ports.keys().endJob(order.job());
                    return;
                }
                case SEALED, SUPERSEDED -> {
                    return;
                }
                case UNKNOWN, OPENING, RUNNING, CLOSING -> {}
            }
            silences = isHeldElsewhere(order) ? 0 : silences + 1;
            if (silences == SILENCES) {
                ports.reports()
                        .send(
                                order,
                                new Happening.SessionFailed(Held.lost(order).report()));
                return;
            }
            Thread.sleep(settings.ping());
        }
        throw Held.lost(order);
    }

    /** What the database says; one that cannot be asked holds nothing for us either. */
    private boolean isHeldElsewhere(SessionOrder.OpenBackup order) {
        InstanceSettings instance = instances.get(order.instance());
        try {
            return instance != null && ports.engine().isHeld(instance, order.set());
        } catch (Failure e) {
            LOG.warn("backup {}: whether it is held cannot be asked: {}", order.set(), e.what());
            return false;
        }
    }

    private Held open(SessionOrder.OpenBackup order) {
        Held course = new Held(order, ports, settings);
        held.put(order.set(), course);
        Thread.ofVirtual().name("hold-" + order.set()).start(() -> {
            try {
                course.run(fleet, instances.get(order.instance()));
            } finally {
                held.remove(order.set());
            }
        });
        return course;
    }

    /** Gives up what is still held, and says so. */
    @Override
    public void close() {
        held.values().forEach(Held::stop);
    }
}

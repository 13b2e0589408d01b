package io.holdfast.coordinator.hold;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.Standing;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.session.SessionOrder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One backup that this process holds, on a thread of its own; claims on its order come and go. */
final class Held {
    private static final Logger LOG = LoggerFactory.getLogger(Held.class);
    /** How long somebody who ends a process waits for the last word of a backup. */
    private static final long LAST_WORD_SECONDS = 5;

    private final SessionOrder.OpenBackup order;
    private final BackupHolder.Ports ports;
    private final HoldSettings settings;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopped;
    /** Whether the ledger knows all that it must: else the order is still needed. */
    private volatile boolean told;

    Held(SessionOrder.OpenBackup order, BackupHolder.Ports ports, HoldSettings settings) {
        this.order = order;
        this.ports = ports;
        this.settings = settings;
    }

    static Transient lost(SessionOrder.OpenBackup order) {
        return new Transient(
                CoordinatorFailure.SESSION_LOST,
                "the session that held the backup of instance " + order.instance() + " open for attempt "
                        + order.attempt() + " of job " + order.job() + " is gone");
    }

    /** Opens the backup and sees it through, until it is sealed, its attempt is over, or it is stopped. */
    void run(FleetId fleet, @Nullable InstanceSettings instance) {
        try (BackupCourse course = new BackupCourse(order, ports, settings)) {
            InstanceSettings known = known(instance);
            ports.audit().run();
            course.open(fleet, known);
            follow(course);
            endKeys();
            told = true;
        } catch (Failure e) {
            LOG.warn("backup {} attempt {}: {}", order.job(), order.attempt(), e.what());
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failed(lost(order));
        } catch (RuntimeException e) {
            LOG.error("backup {} attempt {} failed by a defect", order.job(), order.attempt(), e);
            failed(new Transient(CoordinatorFailure.UNFORESEEN, "the session failed: " + e, e));
        } finally {
            over.countDown();
        }
    }

    /** A key that was made when its job had ended already is ended too. */
    private void endKeys() {
        if (ports.standings().of(order.job(), order.attempt()) == Standing.ENDED) {
            ports.keys().endJob(order.job());
        }
    }

    private InstanceSettings known(@Nullable InstanceSettings instance) {
        if (instance == null) {
            throw new Permanent(
                    CoordinatorFailure.UNKNOWN_INSTANCE,
                    "this coordinator's configuration has no instance " + order.instance());
        }
        return instance;
    }

    private void failed(Failure why) {
        try {
            ports.reports().send(order, new Happening.SessionFailed(why.report()));
            endKeys();
            told = true;
        } catch (Failure e) {
            // Who takes the order next finds no backup and says so.
            LOG.warn("backup {}: its failure could not be told: {}", order.set(), e.what());
        }
    }

    private void follow(BackupCourse course) throws InterruptedException {
        long looks = Math.max(1, settings.ping().dividedBy(settings.look()));
        boolean closed = false;
        for (long look = 1; !stopped; look++) {
            switch (ports.standings().of(order.job(), order.attempt())) {
                case UNKNOWN, OPENING, RUNNING -> {}
                case CLOSING -> {
                    if (!closed) {
                        course.stop();
                        closed = true;
                    }
                }
                case SEALED, SUPERSEDED, ENDED -> {
                    course.release();
                    return;
                }
            }
            if (look % looks == 0) {
                course.ping();
            }
            Thread.sleep(settings.look());
        }
        throw lost(order);
    }

    /**
     * Waits with a claim on the order until the backup is over; returns early when the claim is lost, stops the backup when this process
     * ends.
     *
     * @throws Transient when the order is still needed: what became of the backup could not be told
     */
    void await(Hold hold) throws InterruptedException {
        while (!over.await(settings.look().toMillis(), TimeUnit.MILLISECONDS)) {
            if (hold.lost()) {
                LOG.warn("backup {}: the claim on its order is lost; it stays open", order.set());
                return;
            }
            if (hold.ended()) {
                stop();
                break;
            }
        }
        if (!told) {
            throw lost(order);
        }
    }

    /** Ends it before its time and waits a little for its last word. */
    void stop() {
        stopped = true;
        try {
            if (!over.await(LAST_WORD_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("backup {} does not end; its connection ends with this process", order.set());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Members that take session orders: they hold backups, write the index, publish, plan verifications; and they die at it. */
final class SimulatedSessions {
    private static final int MEMBERS = 3;

    private final SimulatedTime time;
    private final SimulatedPost post;
    private final SimulatedCatalog catalog;
    private final SimulatedQueue<SessionOrder> queue;
    private final SimulatedCampaigns campaigns;

    SimulatedSessions(SimulatedTime time, SimulatedPost post, SimulatedCatalog catalog) {
        this.time = time;
        this.post = post;
        this.catalog = catalog;
        this.queue = new SimulatedQueue<>(time, this::take);
        this.campaigns = new SimulatedCampaigns(time, post, queue);
    }

    /** What sets show when a job's status does. */
    void check(JobStatus status) {
        campaigns.check(status);
    }

    void order(SessionOrder order) {
        queue.send(order);
    }

    private void take(SessionOrder taken) {
        post.taken(taken);
        MemberId member = MemberId.parse("session-" + time.random.nextInt(MEMBERS));
        switch (taken) {
            case SessionOrder.OpenBackup open -> new Holding(open, member).open();
            case SessionOrder.SealIndex index -> seal(index, member);
            case SessionOrder.Publish publish -> number(publish, member);
            case SessionOrder.EndKeys end -> {}
            case SessionOrder.PlanVerify plan -> planVerify(plan, member);
            case SessionOrder.RewrapSets rewrap -> campaigns.take(rewrap, member);
        }
    }

    private void seal(SessionOrder.SealIndex index, MemberId member) {
        post.tell(
                index,
                member,
                time.bad()
                        ? new Happening.SessionFailed(post.failure())
                        : new Happening.IndexSealed(new IndexPart(
                                index.part(), Samples.stream(index.part(), index.attempt(), time.random))));
    }

    /** The steps of publishing, each a moment after the other; between any two the member may die, and another one may be at it too. */
    private void number(SessionOrder.Publish publish, MemberId member) {
        if (time.bad()) {
            post.tell(publish, member, new Happening.PublishFailed(post.failure()));
            return;
        }
        SetId set = publish.opened().context().set();
        long number = catalog.numberFor(publish.instance(), set);
        next(publish, () -> {
            catalog.writeManifest(set, number);
            next(publish, () -> {
                catalog.enter(publish.instance(), set);
                catalog.check();
                next(publish, () -> post.tell(publish, member, new Happening.Published(set)));
            });
        });
    }

    private void next(SessionOrder order, Runnable step) {
        if (time.worse()) {
            queue.again(order);
        } else {
            time.later(time.worse() ? time.random.nextInt(120_000) : time.random.nextInt(50), step);
        }
    }

    private void planVerify(SessionOrder.PlanVerify plan, MemberId member) {
        if (time.bad()) {
            post.tell(plan, member, new Happening.SessionFailed(post.failure()));
            return;
        }
        SetId set = SetId.of(Samples.job(time.bad() ? 90 : 91), Attempt.FIRST);
        int stripes = time.random.nextInt(6);
        for (int i = 0; i < stripes; i++) {
            post.tell(plan, member, new Happening.StripePlanned(Samples.check(plan, i, set)));
        }
        post.tell(plan, member, new Happening.Planned(Phase.DATA, new PlanTotals(stripes, 0, ByteCount.ZERO)));
    }

    /** A member that holds a backup: what coordinator.hold does, with crashes. */
    private final class Holding {
        private final SessionOrder.OpenBackup taken;
        private final MemberId member;
        private final int stripes = 1 + time.random.nextInt(8);
        private final int log = 1 + time.random.nextInt(3);
        private final long lsn = time.random.nextInt(1_000_000);
        private Instant arrival = time.now();

        Holding(SessionOrder.OpenBackup taken, MemberId member) {
            this.taken = taken;
            this.member = member;
        }

        void open() {
            if (past(JobState.INDEXING)) {
                return;
            }
            if (past(JobState.RUNNING)) {
                say(new Happening.SessionFailed(
                        new FailureReport(CoordinatorFailure.SESSION_LOST.code(), "transient", "lost", "wait")));
                return;
            }
            if (time.bad()) {
                say(new Happening.SessionFailed(post.failure()));
                return;
            }
            say(new Happening.Opened(Samples.opened(taken, lsn)));
            if (dies()) {
                return;
            }
            List<Happening> plan = new ArrayList<>();
            for (int i = 0; i < stripes; i++) {
                plan.add(new Happening.StripePlanned(Samples.seal(taken, lsn, i, Phase.DATA)));
            }
            plan.add(new Happening.Planned(Phase.DATA, new PlanTotals(stripes, 1, ByteCount.ZERO)));
            plan.forEach(this::say);
            time.later(500, this::hold);
        }

        private void hold() {
            if (past(JobState.INDEXING) || dies()) {
                return;
            }
            if (!past(JobState.CLOSING)) {
                time.later(1_000, this::hold);
                return;
            }
            say(new Happening.Closed(Samples.closed()));
            for (int i = 0; i < log; i++) {
                say(new Happening.StripePlanned(Samples.seal(taken, lsn, stripes + i, Phase.CLOSE)));
            }
            say(new Happening.Planned(Phase.CLOSE, new PlanTotals(stripes + log, 1, ByteCount.ZERO)));
        }

        private boolean past(JobState state) {
            return post.past(taken.job(), taken.attempt(), state);
        }

        /** The order is handed to another member once the lock has run out. */
        private boolean dies() {
            if (time.worse()) {
                queue.again(taken);
                return true;
            }
            return false;
        }

        /** What one session says arrives in its order, some of it once more and late. */
        private void say(Happening what) {
            Instant soon = time.now().plusMillis(time.bad() ? time.random.nextInt(20_000) : time.random.nextInt(300));
            arrival = soon.isAfter(arrival) ? soon : arrival.plusMillis(1);
            JobEvent event = JobEvent.of(taken.job(), taken.instance(), taken.attempt(), member, time.now(), what);
            time.at(arrival, () -> post.arrive(event));
            if (time.bad()) {
                time.at(arrival.plusMillis(time.random.nextInt(20_000)), () -> post.arrive(event));
            }
        }
    }
}

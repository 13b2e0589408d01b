package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.List;

/** Workers and an agent: what they are ordered to do succeeds, fails, takes too long, or is never heard of. */
final class SimulatedWorkers {
    private static final int MEMBERS = 3;

    private final SimulatedTime time;
    private final SimulatedPost post;
    private final SimulatedQueue<StripeOrder> stripes;
    private final SimulatedQueue<RestoreOrder> restores;

    SimulatedWorkers(SimulatedTime time, SimulatedPost post) {
        this.time = time;
        this.post = post;
        this.stripes = new SimulatedQueue<>(time, this::stripe);
        this.restores = new SimulatedQueue<>(time, this::restore);
    }

    void order(StripeOrder order) {
        stripes.send(order);
    }

    void order(RestoreOrder order) {
        restores.send(order);
    }

    private void stripe(StripeOrder taken) {
        post.taken(taken);
        MemberId member = MemberId.parse("worker-" + time.random.nextInt(MEMBERS));
        if (post.past(taken.job(), taken.attempt(), JobState.INDEXING)) {
            return;
        }
        post.tell(taken, member, new Happening.StripeProgress(taken.stripe(), ByteCount.of(1)));
        if (time.worse()) {
            stripes.again(taken);
            return;
        }
        Happening result = time.bad() ? new Happening.StripeFailed(taken.stripe(), post.failure()) : success(taken);
        time.later(time.delay(), () -> post.tell(taken, member, result));
    }

    private Happening success(StripeOrder taken) {
        return switch (taken) {
            case StripeOrder.Seal seal ->
                new Happening.StripeSealed(
                        seal.stripe(),
                        Samples.stream(seal.stripe().number(), seal.attempt(), time.random),
                        Samples.counts());
            case StripeOrder.Check check -> new Happening.StripeVerified(check.stripe(), Samples.counts());
        };
    }

    private void restore(RestoreOrder taken) {
        post.taken(taken);
        MemberId agent = MemberId.parse("agent");
        post.tell(taken, agent, new Happening.RestoreProgress("fetch", Samples.progress()));
        SetId set = SetId.of(Samples.job(91), Attempt.FIRST);
        Happening result = time.bad()
                ? new Happening.RestoreFailed(post.failure())
                : new Happening.Restored(
                        new RestoreResult(set, Suite.AES_256, "/target", 1, ByteCount.of(1), null, List.of(), null));
        time.later(time.delay(), () -> post.tell(taken, agent, result));
    }
}

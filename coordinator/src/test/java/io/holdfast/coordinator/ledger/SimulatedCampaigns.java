package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.session.RewrapCounts;
import io.holdfast.protocol.session.SessionOrder;
import java.util.HashMap;
import java.util.Map;

/** Members that change the encryptors of sets, and die at it: no set may be left out by a job that is complete. */
final class SimulatedCampaigns {
    private static final int MOST_SETS = 3_000;

    private final SimulatedTime time;
    private final SimulatedPost post;
    private final SimulatedQueue<SessionOrder> queue;
    /** How many sets there are for each job, and how many of the first ones are done. */
    private final Map<JobId, Integer> all = new HashMap<>();

    private final Map<JobId, Integer> done = new HashMap<>();

    SimulatedCampaigns(SimulatedTime time, SimulatedPost post, SimulatedQueue<SessionOrder> queue) {
        this.time = time;
        this.post = post;
        this.queue = queue;
    }

    void take(SessionOrder.RewrapSets order, MemberId member) {
        int sets = all.computeIfAbsent(order.job(), job -> time.random.nextInt(MOST_SETS));
        SetId after = order.after();
        int from = after == null ? 0 : number(after);
        if (from > done.getOrDefault(order.job(), 0)) {
            throw new AssertionError("sets are left out before " + after + " by job " + order.job());
        }
        if (time.bad()) {
            post.tell(order, member, new Happening.SessionFailed(post.failure()));
            return;
        }
        int to = Math.min(sets, from + order.most());
        done.merge(order.job(), to, Math::max);
        if (time.worse()) {
            queue.again(order);
            return;
        }
        RewrapCounts counts = new RewrapCounts(to - from, 0, 0, 0);
        SetId last = to == from ? null : SetId.of(Samples.job(to), Attempt.FIRST);
        post.tell(order, member, new Happening.SetsRewrapped(order.part(), counts, last, sets - to, null));
    }

    private static int number(SetId set) {
        return Integer.parseInt(set.job().text().substring(6));
    }

    void check(JobStatus status) {
        if (status.kind() == JobKind.REWRAP && status.state() == JobState.COMPLETE) {
            Integer sets = all.get(status.id());
            if (sets == null || !sets.equals(done.getOrDefault(status.id(), 0))) {
                throw new AssertionError(status.id() + " is complete, and sets are left");
            }
        }
    }
}

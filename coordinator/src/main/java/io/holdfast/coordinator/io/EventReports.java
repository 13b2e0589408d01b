package io.holdfast.coordinator.io;

import io.holdfast.coordinator.Reports;
import io.holdfast.messaging.send.EventSender;
import io.holdfast.messaging.send.Position;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.session.SessionOrder;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Reports as events in their topic. What was posted and is not written yet is bounded; for each thread of its own. */
public final class EventReports implements Reports {
    private static final int MOST_POSTED = 64;

    private final EventSender sender;
    private final MemberId member;
    private final InstantSource clock;
    private final ThreadLocal<Deque<CompletableFuture<Position>>> posted = ThreadLocal.withInitial(ArrayDeque::new);

    /** Speaks as {@code member}. */
    public EventReports(EventSender sender, MemberId member, InstantSource clock) {
        this.sender = sender;
        this.member = member;
        this.clock = clock;
    }

    private JobEvent event(SessionOrder order, Happening what) {
        return JobEvent.of(order.job(), order.instance(), order.attempt(), member, clock.instant(), what);
    }

    @Override
    public void send(SessionOrder order, Happening what) {
        sender.send(event(order, what));
    }

    @Override
    public void post(SessionOrder order, Happening what) {
        Deque<CompletableFuture<Position>> mine = posted.get();
        while (mine.size() >= MOST_POSTED) {
            await(mine.removeFirst());
        }
        mine.add(sender.post(event(order, what)));
    }

    @Override
    public void flush() {
        Deque<CompletableFuture<Position>> mine = posted.get();
        while (!mine.isEmpty()) {
            await(mine.removeFirst());
        }
        posted.remove();
    }

    private static void await(CompletableFuture<Position> written) {
        try {
            Position unused = written.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw e;
        }
    }
}

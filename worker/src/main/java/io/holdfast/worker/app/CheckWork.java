package io.holdfast.worker.app;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repository;
import io.holdfast.worker.Pulse;
import io.holdfast.worker.WorkerFailure;
import io.holdfast.worker.check.StreamCheck;
import java.util.Optional;

/** Checks the streams of one order where they lie. */
final class CheckWork {
    private final WorkerParts parts;

    CheckWork(WorkerParts parts) {
        this.parts = parts;
    }

    StripeCounts check(StripeOrder.Check order, SlotKit kit, Pulse pulse) {
        Repository repository = parts.repositories().of(order.repository());
        if (order.depth() == VerifyDepth.ROOTS || order.suite() == Suite.NONE) {
            return new StreamCheck(order, Optional.empty(), kit.buffers(), pulse).run(repository);
        }
        WrappedKey wrapped = order.jobKey();
        if (wrapped == null) {
            throw new Permanent(
                    WorkerFailure.ORDER_UNUSABLE,
                    "stripe " + order.stripe() + " of job " + order.job()
                            + " is to open every chunk, but the order has no key");
        }
        try (SecretBytes key = parts.keys().of(order, order.context(), wrapped)) {
            return new StreamCheck(order, Optional.of(key), kit.buffers(), pulse).run(repository);
        }
    }
}

package io.holdfast.worker.report;

import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.worker.Pulse;
import java.time.Duration;
import java.time.Instant;

/** Reports that a stripe is begun, and then how far it is, once a second and no oftener. */
public final class StripeProgress implements Pulse {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Reporter reporter;
    private final StripeOrder order;
    private Instant last;
    private long bytes;

    /** Counts from now, and says so: from here on the ledger expects to hear of the stripe. */
    public StripeProgress(Reporter reporter, StripeOrder order) {
        this.reporter = reporter;
        this.order = order;
        this.last = reporter.clock().instant();
        reporter.progress(order, 0);
    }

    @Override
    public void beat(long more) {
        bytes += more;
        Instant now = reporter.clock().instant();
        if (Duration.between(last, now).compareTo(EVERY) >= 0) {
            last = now;
            reporter.progress(order, bytes);
        }
    }
}

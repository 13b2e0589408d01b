package io.holdfast.coordinator.plan;

import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.session.OpenedFacts;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.List;

/** Makes the orders of a backup's stripes, numbered from 0 over both phases. */
public final class SealOrders {
    private final SessionOrder.OpenBackup backup;
    private final OpenedFacts opened;
    private long next;

    /** For one attempt of one backup. */
    public SealOrders(SessionOrder.OpenBackup backup, OpenedFacts opened) {
        this.backup = backup;
        this.opened = opened;
    }

    /** The next stripe's order. */
    public StripeOrder.Seal next(Phase phase, Share share, List<InlineFile> inline) {
        return new StripeOrder.Seal(
                1,
                backup.job(),
                backup.instance(),
                backup.attempt(),
                new StripeNumber(next++),
                phase,
                opened.context(),
                backup.options().repository(),
                backup.options().suite(),
                backup.options().compression(),
                backup.options().allowLegacyCiphers(),
                opened.jobKey(),
                opened.server(),
                opened.access(),
                opened.startLsn(),
                share.directories(),
                share.extents(),
                share.modified(),
                inline);
    }

    /** How many there are so far. */
    public long count() {
        return next;
    }
}

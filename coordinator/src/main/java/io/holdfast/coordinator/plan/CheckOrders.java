package io.holdfast.coordinator.plan;

import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the orders of a verification: always the same ones for the same set, so that planning twice plans one verification. */
public final class CheckOrders {
    /** One order holds no more streams, so that it fits a record. */
    static final int MOST_STREAMS = 1_000;

    private CheckOrders() {}

    /**
     * One order for each batch, more for a batch of very many streams.
     *
     * @param jobKey what opens the chunks; null to check without a key
     */
    public static List<StripeOrder.Check> of(
            SessionOrder.PlanVerify verify,
            ManifestBody set,
            @Nullable WrappedKey jobKey,
            List<List<StreamRef>> batches) {
        List<StripeOrder.Check> orders = new ArrayList<>();
        for (List<StreamRef> batch : batches) {
            for (int from = 0; from < batch.size(); from += MOST_STREAMS) {
                orders.add(new StripeOrder.Check(
                        1,
                        verify.job(),
                        verify.instance(),
                        verify.attempt(),
                        new StripeNumber(orders.size()),
                        set.context(),
                        set.options().repository(),
                        set.options().suite(),
                        verify.depth(),
                        jobKey,
                        List.copyOf(batch.subList(from, Math.min(batch.size(), from + MOST_STREAMS)))));
            }
        }
        return orders;
    }
}

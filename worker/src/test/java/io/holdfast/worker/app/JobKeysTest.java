package io.holdfast.worker.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.worker.TestOrders;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobKeysTest {
    private final KeyRing ring = MemoryDataKeys.of(Clock.systemUTC(), TestSite.STORE);
    private final JobKeys keys = new JobKeys(ring);

    @Test
    void theKeeperOfKeysIsAskedOnceForAJob() {
        StripeOrder.Seal order = order(TestSite.newJob());
        try (SecretBytes first = keyOf(order)) {
            ring.endJob(order.job());
            try (SecretBytes second = keyOf(order)) {
                assertThat(second.sameAs(first)).isTrue();
            }
        }
    }

    @Test
    void closingOneCopyLeavesTheOthersUsable() {
        StripeOrder.Seal order = order(TestSite.newJob());
        SecretBytes first = keyOf(order);
        try (SecretBytes second = keyOf(order)) {
            first.close();
            assertThat(second.length()).isEqualTo(32);
            assertThat(second.sameAs(second.copy())).isTrue();
            assertThatIllegalStateException().isThrownBy(first::copy);
        }
    }

    @Test
    void theKeyOfAJobThatEndedIsWipedAndNotGivenAgain() {
        StripeOrder.Seal ended = order(TestSite.newJob());
        StripeOrder.Seal running = order(TestSite.newJob());
        keyOf(ended).close();
        keyOf(running).close();
        ring.endJob(ended.job());
        keys.wipeUnless((job, attempt) -> job.equals(running.job()));
        assertThat(keys.size()).isEqualTo(1);
        assertThatThrownBy(() -> keyOf(ended)).isInstanceOf(Denied.class);
    }

    @Test
    void noMoreThanTheMostAreHeld() {
        for (int i = 0; i < JobKeys.MOST + 5; i++) {
            keyOf(order(TestSite.newJob())).close();
        }
        assertThat(keys.size()).isEqualTo(JobKeys.MOST);
        keys.close();
        assertThat(keys.size()).isZero();
    }

    private SecretBytes keyOf(StripeOrder.Seal order) {
        return keys.of(order, order.context(), java.util.Objects.requireNonNull(order.jobKey()));
    }

    private StripeOrder.Seal order(JobId job) {
        NewDataKey made = ring.make(TestOrders.context(job), List.of(TestSite.STORE));
        return TestOrders.seal()
                .of(new TestOrders.Held(
                        job, Compression.STANDARD, made.jobWrapped(), TestOrders.SERVER, Access.SQL, Lsn.parse("0/0")))
                .order();
    }
}

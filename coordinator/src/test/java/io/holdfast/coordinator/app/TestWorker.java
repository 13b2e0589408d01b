package io.holdfast.coordinator.app;

import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.whole.WholeStream;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.EventSender;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.share.Claim;
import io.holdfast.messaging.share.OrderHandler;
import io.holdfast.messaging.share.ShareLoop;
import io.holdfast.messaging.share.ShareLoopSettings;
import io.holdfast.messaging.share.Verdict;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Answers stripe orders with small streams that hold the stripe's number; it reads no database. */
final class TestWorker implements AutoCloseable, OrderHandler<StripeOrder> {
    private static final MemberId MEMBER = MemberId.parse("worker-test");

    private final Repository repository;
    private final EventSender events;
    private final ShareLoop<StripeOrder> loop;
    volatile boolean paused;

    TestWorker(KafkaSettings kafka, Topics topics, Repository repository, EventSender events) {
        this.repository = repository;
        this.events = events;
        this.loop = ShareLoop.start(
                ShareLoopSettings.of(kafka, MEMBER.text(), topics.stripes(), topics.stripeGroup())
                        .withGrace(Duration.ofMillis(100)),
                Codecs.STRIPE_ORDER,
                this,
                new SimpleMeterRegistry());
    }

    @Override
    public Verdict handle(Claim<StripeOrder> claim) throws InterruptedException {
        while (paused && !claim.ended()) {
            Thread.sleep(20);
        }
        StripeOrder order = claim.order();
        Happening what = switch (order) {
            case StripeOrder.Seal seal -> new Happening.StripeSealed(seal.stripe(), seal(seal), Samples.counts());
            case StripeOrder.Check check -> new Happening.StripeVerified(check.stripe(), Samples.counts());
        };
        events.send(JobEvent.of(order.job(), order.instance(), order.attempt(), MEMBER, Instant.now(), what));
        return Verdict.DONE;
    }

    private StreamRef seal(StripeOrder.Seal order) {
        SequencedMap<String, Bytes> files = new LinkedHashMap<>();
        files.put("stripe-" + order.stripe(), Bytes.of(new byte[] {1, 2, 3}));
        StreamContext context = StreamContext.of(order.context(), order.stripe(), Purpose.DATA, Suite.NONE);
        WholeStream sealed = WholeStream.seal(
                SealingOrder.open(SealingOptions.with(Compression.STANDARD), context),
                new SecureRandom()::nextBytes,
                files);
        StreamName name =
                new StreamName(order.context().set(), Purpose.DATA, order.stripe(), sealed.receipt().stream());
        try (SealedStreamWriter writer = repository.create(name)) {
            ByteBuffer bytes = ByteBuffer.wrap(sealed.stream().toArray());
            StreamHeader header = StreamHeader.parse(bytes.duplicate());
            writer.header(take(bytes, StreamHeader.LENGTH));
            while (bytes.hasRemaining()) {
                FrameHeader head = FrameHeader.parse(bytes.duplicate(), header);
                writer.frame(head.index(), take(bytes, head.length()));
            }
            return new StreamRef(order.stripe(), Purpose.DATA, sealed.receipt(), writer.commit());
        }
    }

    private static ByteBuffer take(ByteBuffer bytes, int length) {
        ByteBuffer taken = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return taken;
    }

    @Override
    public void poison(Unreadable record) {
        throw new AssertionError(record.failure());
    }

    @Override
    public void close() {
        loop.close();
    }
}

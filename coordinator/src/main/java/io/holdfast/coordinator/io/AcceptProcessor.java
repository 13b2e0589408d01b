package io.holdfast.coordinator.io;

import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.accept.Intake;
import io.holdfast.coordinator.ledger.LedgerInput;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.JobId;
import io.holdfast.runtime.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets requests in, each id once: an id is remembered with the digest of its request, as {@code seconds hex}. What was rejected here
 * is not remembered, so that it may be sent again once the reason is gone; a cancellation that the ledger rejects later needs a new
 * id.
 */
final class AcceptProcessor implements Processor<byte[], byte[], String, AcceptProcessor.Judged> {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptProcessor.class);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    private static final int FORGET_AT_ONCE = 10_000;

    /** What goes on: to the ledger, or to the topic of events. */
    sealed interface Judged {
        /** To the ledger. */
        record LetIn(LedgerInput.Requested request) implements Judged {}

        /** To the topic of events. */
        record Answer(JobEvent event) implements Judged {}
    }

    private final Intake intake;
    private final Duration remember;
    private final Metrics metrics;
    private ProcessorContext<String, Judged> context;
    private KeyValueStore<String, String> ids;

    /** The fields are set by {@link #init}, before anything else is called. */
    @SuppressWarnings("NullAway.Init")
    AcceptProcessor(Intake intake, Duration remember, Metrics metrics) {
        this.intake = intake;
        this.remember = remember;
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<String, Judged> given) {
        context = given;
        ids = given.getStateStore(JobTopology.ID_STORE);
        context.schedule(FORGET_EVERY, PunctuationType.WALL_CLOCK_TIME, time -> forget());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
        switch (intake.judge(record.key(), record.value(), this::known, now)) {
            case Intake.Answer.LetIn in -> {
                JobId id = in.request().id();
                ids.put(id.text(), now.getEpochSecond() + " " + in.digest().text());
                count("let-in");
                Optional.ofNullable(in.options())
                        .flatMap(options -> options.suite().warning())
                        .ifPresent(warning -> LOG.warn("job {}: {}", id, warning));
                forward(
                        in.request().instance().text(),
                        new Judged.LetIn(new LedgerInput.Requested(in.request(), in.options())));
            }
            case Intake.Answer.Answered answered -> {
                boolean again = answered.event().what() instanceof Happening.Repeated;
                count(again ? "repeated" : "rejected");
                LOG.info(
                        "request {}: {}",
                        answered.event().job(),
                        answered.event().what());
                forward(answered.event().job().text(), new Judged.Answer(answered.event()));
            }
        }
    }

    private void forward(String key, Judged judged) {
        context.forward(new Record<>(key, judged, context.currentSystemTimeMs()));
    }

    private void count(String outcome) {
        metrics.counter(CoordinatorMetric.REQUESTS, "outcome", outcome).increment();
    }

    private @Nullable Bytes known(JobId id) {
        String entry = ids.get(id.text());
        return entry == null ? null : Bytes.parse(entry.substring(entry.indexOf(' ') + 1));
    }

    private void forget() {
        long before = Instant.ofEpochMilli(context.currentSystemTimeMs())
                .minus(remember)
                .getEpochSecond();
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, String> all = ids.all()) {
            while (all.hasNext() && old.size() < FORGET_AT_ONCE) {
                KeyValue<String, String> entry = all.next();
                if (Long.parseLong(entry.value.substring(0, entry.value.indexOf(' '))) < before) {
                    old.add(entry.key);
                }
            }
        }
        old.forEach(ids::delete);
    }
}

package io.holdfast.coordinator.io;

import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.ledger.Command;
import io.holdfast.coordinator.ledger.JobLedger;
import io.holdfast.coordinator.ledger.LedgerInput;
import io.holdfast.coordinator.ledger.LedgerRules;
import io.holdfast.coordinator.ledger.Outcome;
import io.holdfast.coordinator.ledger.Row;
import io.holdfast.coordinator.ledger.RowKey;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.Happening;
import io.holdfast.runtime.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger of the instances of one partition. What the ledger fails on is left out and logged: leases end what waits for it,
 * while a partition that stands still would end nothing.
 */
final class LedgerProcessor implements Processor<String, LedgerInput, String, Outgoing> {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerProcessor.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int MOST_ACTIVE = 100_000;
    private static final int FORGET_AT_ONCE = 100;

    private final JobLedger ledger;
    private final LedgerRules rules;
    private final Topics topics;
    private final Metrics metrics;
    private ProcessorContext<String, Outgoing> context;
    private StoreView rows;

    /** The fields are set by {@link #init}, before anything else is called. */
    @SuppressWarnings("NullAway.Init")
    LedgerProcessor(JobLedger ledger, LedgerRules rules, Topics topics, Metrics metrics) {
        this.ledger = ledger;
        this.rules = rules;
        this.topics = topics;
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> given) {
        KeyValueStore<String, byte[]> store = given.getStateStore(JobTopology.LEDGER_STORE);
        context = given;
        rows = new StoreView(store);
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> tick());
    }

    @Override
    public void process(Record<String, LedgerInput> record) {
        if (record.value() instanceof LedgerInput.Happened happened) {
            count(happened.event().what());
        }
        apply(record.value());
    }

    private void count(Happening what) {
        switch (what) {
            case Happening.StripePlanned planned ->
                metrics.counter(CoordinatorMetric.STRIPES_PLANNED).increment();
            case Happening.PublishFailed failed ->
                metrics.counter(CoordinatorMetric.PUBLISH_FAILURES).increment();
            default -> {}
        }
    }

    private void tick() {
        for (RowKey key : rows.keys(RowKey.ACTIVE, MOST_ACTIVE)) {
            if (rows.find(key) instanceof Row.Pointer pointer) {
                apply(new LedgerInput.Tick(pointer.job()));
            }
        }
        String old = RowKey.endedBefore(now().minus(rules.remember())).text();
        rows.keys(RowKey.ENDED, old, FORGET_AT_ONCE).forEach(key -> apply(new LedgerInput.Forget(key)));
    }

    private void apply(LedgerInput input) {
        String kind = input.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        try {
            metrics.timer(CoordinatorMetric.LEDGER_TIME, "kind", kind).record(() -> step(input));
            metrics.counter(CoordinatorMetric.LEDGER_INPUTS, "kind", kind).increment();
        } catch (Defect e) {
            metrics.counter(CoordinatorMetric.LEDGER_DEFECTS).increment();
            LOG.error("the ledger failed on an input, which is left out: {}", kind, e.getCause());
        }
    }

    private void step(LedgerInput input) {
        List<KeyValue<String, byte[]>> changes;
        List<Outgoing> records = new ArrayList<>();
        try {
            Outcome outcome = ledger.apply(rows, input, now());
            changes = StoreView.encoded(outcome);
            for (Command command : outcome.commands()) {
                records.add(Outgoing.of(topics, command));
            }
        } catch (KafkaException e) {
            // The store's, not the ledger's.
            throw e;
        } catch (RuntimeException e) {
            throw new Defect(e);
        }
        rows.write(changes);
        long time = context.currentSystemTimeMs();
        records.forEach(record -> context.forward(new Record<>(record.key(), record, time)));
    }

    private Instant now() {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    /** A fault of the ledger, told apart from those of the store and the topics, which end the task. */
    @SuppressWarnings("serial")
    private static final class Defect extends RuntimeException {
        Defect(RuntimeException cause) {
            super(cause);
        }
    }
}

package io.holdfast.coordinator.io;

import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.accept.Intake;
import io.holdfast.coordinator.ledger.JobLedger;
import io.holdfast.coordinator.ledger.LedgerInput;
import io.holdfast.coordinator.ledger.LedgerRules;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.runtime.metrics.Metrics;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flow of jobs: requests are let in and reports are read where they come in, both go by instance to the ledger, and the
 * ledger's commands go to their topics.
 *
 * @param partitions how many shares the instances are divided into; it cannot be changed once there are jobs
 */
public record JobTopology(
        Topics topics, Intake intake, JobLedger ledger, LedgerRules rules, Metrics metrics, int partitions) {
    /** The store of the ids that were let in. */
    static final String ID_STORE = "ids";

    /** The store of the ledger's rows. */
    static final String LEDGER_STORE = "ledger";

    private static final Logger LOG = LoggerFactory.getLogger(JobTopology.class);

    /** As Kafka Streams takes it. */
    public Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(ID_STORE), Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(LEDGER_STORE), Serdes.String(), Serdes.ByteArray())
                .withCachingEnabled());
        requests(builder)
                .merge(reports(builder))
                .repartition(Repartitioned.<String, LedgerInput>as("by-instance")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(LedgerInputSerde.of())
                        .withNumberOfPartitions(partitions))
                .process(keepLedger(), Named.as("keep-ledger"), LEDGER_STORE)
                .to((key, record, at) -> record.topic(), Produced.with(Serdes.String(), outgoing()));
        return builder.build();
    }

    private KStream<String, LedgerInput> requests(StreamsBuilder builder) {
        KStream<String, AcceptProcessor.Judged> judged = builder.stream(
                        topics.jobs(),
                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()).withName("jobs"))
                .process(() -> new AcceptProcessor(intake, rules.remember(), metrics), Named.as("accept"), ID_STORE);
        judged.flatMapValues(one -> one instanceof AcceptProcessor.Judged.Answer answer
                        ? List.of(answer.event())
                        : List.<JobEvent>of())
                .to(topics.jobEvents(), Produced.with(Serdes.String(), Codecs.serde(Codecs.JOB_EVENT)));
        return judged.flatMapValues(one -> one instanceof AcceptProcessor.Judged.LetIn in
                ? List.<LedgerInput>of(in.request())
                : List.<LedgerInput>of());
    }

    private KStream<String, LedgerInput> reports(StreamsBuilder builder) {
        return builder.stream(
                        topics.jobEvents(),
                        Consumed.with(Serdes.String(), Serdes.ByteArray()).withName("reports"))
                .flatMap(this::report);
    }

    private List<KeyValue<String, LedgerInput>> report(String key, byte[] value) {
        try {
            JobEvent event = Codecs.JOB_EVENT.read(value);
            return event.instance() == null || event.what() instanceof Happening.OfLedger
                    ? List.of()
                    : List.of(KeyValue.pair(event.instance().text(), new LedgerInput.Happened(event)));
        } catch (Failure e) {
            metrics.counter(CoordinatorMetric.UNREADABLE_EVENTS).increment();
            LOG.warn("a record of {} with key {} is no event and is left out: {}", topics.jobEvents(), key, e.what());
            return List.of();
        }
    }

    private ProcessorSupplier<String, LedgerInput, String, Outgoing> keepLedger() {
        return () -> new LedgerProcessor(ledger, rules, topics, metrics);
    }

    private static Serde<Outgoing> outgoing() {
        return Serdes.serdeFrom(
                (topic, record) -> {
                    Bytes value = record.value();
                    return value == null ? null : value.toArray();
                },
                (topic, bytes) -> new Outgoing(topic, "", Bytes.of(bytes)));
    }
}

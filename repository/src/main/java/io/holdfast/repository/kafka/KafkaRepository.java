package io.holdfast.repository.kafka;

import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Batches;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.StreamVisitor;
import io.holdfast.repository.VisitorCrew;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A repository in Kafka: a set is a topic, a stream is a run of records in one partition, its frames under the keys {@code streamId |
 * index}. Records are appended and never changed; the topic goes as a whole.
 */
public final class KafkaRepository implements Repository {
    private static final String CLIENT = "holdfast-repository";

    private final RepositoryName name;
    private final KafkaSettings kafka;
    private final SetTopics topics;
    private final SetProducer producer;
    private final ObjectLog objects;
    private final SpoolFolder spool;
    private final int readers;

    private KafkaRepository(
            RepositoryName name, Repositories.Surroundings process, SetTopics topics, SpoolFolder spool) {
        this.name = name;
        this.kafka = process.kafka();
        this.topics = topics;
        this.spool = spool;
        this.readers = process.readers();
        this.producer = SetProducer.open(kafka, CLIENT + "-" + name);
        this.objects = new ObjectLog(kafka, topics, producer);
    }

    /** Opens it; nothing is made before the first stream or object of a set. */
    public static KafkaRepository open(
            RepositoryName name, RepositoryConfig.Kafka config, Repositories.Surroundings process) {
        Path folder = config.spool().orElseGet(KafkaRepository::temporary);
        SpoolFolder spool = SpoolFolder.open(folder);
        TopicKeeper keeper = TopicKeeper.open(process.kafka(), CLIENT + "-topics");
        return new KafkaRepository(name, process, SetTopics.of(keeper, process.plan(), config.partitions()), spool);
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"), "holdfast-spool-" + System.getProperty("user.name"));
    }

    @Override
    public RepositoryName name() {
        return name;
    }

    @Override
    public SealedStreamWriter create(StreamName stream) {
        return new StreamAppender(producer, stream, topics.ensure(stream.set()));
    }

    /** Group by group; the streams of one are still visited while the next is looked for. */
    @Override
    public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
        try (VisitorCrew crew = new VisitorCrew(readers)) {
            batches(wanted).forEach(batch -> fetch(set, batch, visitor, crew));
            crew.finish();
        }
    }

    private void fetch(SetId set, List<StreamRef> batch, StreamVisitor visitor, VisitorCrew crew) {
        Wanted rest = new Wanted(
                batch,
                (ref, whole) -> crew.give(() -> {
                    try (whole) {
                        visitor.stream(ref, whole.source());
                    }
                }));
        if (topics.exists(set)) {
            String topic = topics.name(set);
            new SetScan(kafka, set, topic, producer.partitions(topic), spool::create).run(rest);
        }
        rest.rest().forEach(ref -> visitor.missing(ref, rest.why(set, ref, topics.name(set))));
    }

    /** Looks where the hints say; what is not there is searched for in all of the topic, which reads it. */
    @Override
    public List<AbsentStream> absent(SetId set, List<StreamRef> wanted) {
        Wanted rest;
        if (topics.exists(set)) {
            String topic = topics.name(set);
            int partitions = producer.partitions(topic);
            rest = new Wanted(new PlaceCheck(kafka, topic, partitions).notFound(wanted), (ref, whole) -> whole.close());
            new SetScan(kafka, set, topic, partitions, ChecksumStore::new).run(rest);
        } else {
            rest = new Wanted(wanted, (ref, whole) -> whole.close());
        }
        return rest.rest().stream()
                .sorted(Comparator.comparing(StreamRef::stripe))
                .map(ref -> new AbsentStream(ref, rest.why(set, ref, topics.name(set))))
                .toList();
    }

    /** Streams of one partition that lie near each other are read together. */
    @Override
    public List<List<StreamRef>> batches(List<StreamRef> streams) {
        Map<Integer, List<StreamRef>> byPartition = new TreeMap<>();
        for (StreamRef ref : streams) {
            int partition = Place.parse(ref.hint()).map(Place::partition).orElse(-1);
            byPartition.computeIfAbsent(partition, none -> new ArrayList<>()).add(ref);
        }
        return byPartition.values().stream()
                .map(refs -> refs.stream()
                        .sorted(Comparator.comparingLong(KafkaRepository::first))
                        .toList())
                .flatMap(refs -> Batches.ofNeighbours(refs).stream())
                .toList();
    }

    private static long first(StreamRef ref) {
        return Place.parse(ref.hint()).map(Place::first).orElse(0L);
    }

    @Override
    public void putObject(ObjectName object, byte[] content) {
        objects.put(object, content);
    }

    @Override
    public Optional<byte[]> getObject(ObjectName object) {
        return objects.get(object);
    }

    @Override
    public List<ObjectName> listObjects(SetId set) {
        return objects.list(set);
    }

    @Override
    public List<SetId> sets() {
        return topics.all();
    }

    @Override
    public void dropSet(SetId set) {
        topics.drop(set);
    }

    @Override
    public void close() {
        producer.close();
        topics.keeper().close();
    }
}

package io.holdfast.repository.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.Gathered;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.repository.RepositoryContract;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.TestStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KafkaRepositoryTest implements RepositoryContract {
    @TempDir
    static Path folder;

    private static EmbeddedBroker broker;
    private static TopicPlan plan;
    private static Repository repository;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(BrokerOptions.in(folder.resolve("broker")));
        plan = TopicPlan.of(new Topics(new TopicPrefix("site")), Durability.SINGLE);
        repository = Repositories.open(
                new RepositoryName("log"),
                new RepositoryConfig.Kafka(2, Optional.of(folder.resolve("spool"))),
                new Repositories.Surroundings(KafkaSettings.plain(broker.bootstrapServers()), plan, 3));
    }

    @AfterAll
    static void stop() {
        assertThat(folder.resolve("spool")).isEmptyDirectory();
        repository.close();
        broker.close();
    }

    @Override
    public Repository repository() {
        return repository;
    }

    /** One record of a stream: its slot and its bytes. */
    private record Piece(TestStream stream, long slot, Bytes value) {
        Piece(TestStream stream, long slot, byte[] value) {
            this(stream, slot, Bytes.of(value));
        }

        ProducerRecord<byte[], byte[]> toRecord(SetId set) {
            byte[] key = new RecordKey(stream.header().streamId(), slot).bytes();
            return new ProducerRecord<>(plan.topics().set(set), 1, key, value.toArray());
        }
    }

    private static List<Piece> pieces(TestStream stream) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece(stream, 0, stream.header().encode().array()));
        for (int index = 0; index < stream.frames().size(); index++) {
            pieces.add(new Piece(stream, index + 1, stream.frames().get(index)));
        }
        return pieces;
    }

    private static void append(SetId set, List<Piece> pieces) {
        // Makes the topic as the product does.
        repository.create(TestStream.of(0, 1, 10).name(set)).close();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            // Alone, for the reason that FirstRecords gives.
            producer.send(pieces.getFirst().toRecord(set)).get();
            for (Piece piece : pieces.subList(1, pieces.size())) {
                Future<RecordMetadata> unused = producer.send(piece.toRecord(set));
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** K4: records that come twice and in any order are put in theirs. */
    @Test
    void k4_duplicatesInAnyOrderAreDropped() {
        long seed = Long.getLong("holdfast.seed", 1);
        Random random = new Random(seed);
        SetId set = TestStream.set();
        List<TestStream> streams = List.of(TestStream.of(0, 40, 3_000), TestStream.of(1, 25, 7_000));
        List<Piece> pieces = new ArrayList<>();
        streams.forEach(stream -> pieces.addAll(pieces(stream)));
        pieces.addAll(List.copyOf(pieces));
        Collections.shuffle(pieces, random);
        append(set, pieces);
        List<StreamRef> refs = streams.stream().map(stream -> stream.ref(null)).toList();
        Gathered gathered = Gathered.from(repository, set, refs);
        streams.forEach(
                stream -> assertThat(gathered.streams.get(stream.header().streamId()))
                        .as("seed %d", seed)
                        .isEqualTo(stream.whole()));
        assertThat(repository.absent(set, refs)).isEmpty();
    }

    /** K2: a hole names the stream and the numbers. */
    @Test
    void k2_aHoleNamesTheStreamAndTheNumbers() {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(0, 20, 1_000);
        List<Piece> pieces = pieces(stream);
        pieces.subList(5, 8).clear();
        pieces.remove(12);
        append(set, pieces);
        Corrupt failure = missing(set, stream);
        assertThat(failure.code()).isEqualTo(RepositoryFailure.STREAM_INCOMPLETE);
        assertThat(failure.what())
                .contains(stream.header().streamId().text(), "lacks frames 4 to 6, frame 14 of its 20 frames");
        assertThat(repository.absent(set, List.of(stream.ref(null)))).hasSize(1);
    }

    /** K2: so does a hole at the beginning. */
    @Test
    void k2_whatRetentionRemovedIsMissedByNumber() throws Exception {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(0, 6, 1_000);
        StreamRef ref = stream.writeTo(repository, set);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.deleteRecords(Map.of(new TopicPartition(plan.topics().set(set), 1), RecordsToDelete.beforeOffset(3)))
                    .all()
                    .get();
        }
        Gathered gathered = Gathered.from(repository, set, List.of(ref));
        assertThat(gathered.why(stream).what()).contains("its header and frames 0 to 1");
        assertThat(repository.absent(set, List.of(ref))).hasSize(1);
    }

    @Test
    void twoDifferentRecordsOfOneNumberAreCorrupt() {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(0, 5, 1_000);
        List<Piece> pieces = pieces(stream);
        byte[] other = stream.frames().get(3).clone();
        other[500]++;
        pieces.add(3, new Piece(stream, 4, other));
        append(set, pieces);
        assertThat(missing(set, stream).what()).contains("two different records of frame 3");
    }

    @Test
    void anotherHeaderAndAFrameOverTheCountAreCorrupt() {
        SetId set = TestStream.set();
        TestStream header = TestStream.of(0, 2, 1_000);
        List<Piece> pieces = pieces(header);
        pieces.set(
                0,
                new Piece(header, 0, TestStream.of(0, 1, 10).header().encode().array()));
        append(set, pieces);
        assertThat(missing(set, header).code()).isEqualTo(RepositoryFailure.STREAM_DIFFERS);
        TestStream tooMany = TestStream.of(1, 2, 1_000);
        pieces = pieces(tooMany);
        pieces.add(1, new Piece(tooMany, 7, tooMany.frames().getFirst()));
        append(set, pieces);
        assertThat(missing(set, tooMany).what()).contains("has a frame 6, its receipt counts 2");
    }

    private static Corrupt missing(SetId set, TestStream stream) {
        return Gathered.from(repository, set, List.of(stream.ref(null))).why(stream);
    }

    @Test
    void moreOpenStreamsThanSpoolFilesTakeAnotherPass() {
        SetId set = TestStream.set();
        List<TestStream> streams = new ArrayList<>();
        for (int stripe = 0; stripe < 150; stripe++) {
            streams.add(TestStream.of(stripe, 3, 200));
        }
        List<Piece> woven = new ArrayList<>();
        for (int slot = 0; slot < 4; slot++) {
            int at = slot;
            streams.forEach(stream -> woven.add(pieces(stream).get(at)));
        }
        append(set, woven);
        List<StreamRef> refs = streams.stream().map(stream -> stream.ref(null)).toList();
        assertThat(Gathered.from(repository, set, refs).streams).hasSize(150);
    }

    /** K6: a set is not written to a topic that could lose it. */
    @Test
    void aTopicThatCouldLoseRecordsIsRefused() throws Exception {
        SetId set = TestStream.set();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(
                            new NewTopic(plan.topics().set(set), 3, (short) 1).configs(Map.of("retention.ms", "1000"))))
                    .all()
                    .get();
        }
        assertThatThrownBy(() -> repository.create(TestStream.of(0, 1, 10).name(set)))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("retention.ms");
    }

    @Test
    void aWriterThatIsGivenUpLeavesTheOthersAlone() {
        SetId set = TestStream.set();
        TestStream givenUp = TestStream.of(0, 3, 1_000);
        try (SealedStreamWriter writer = repository.create(givenUp.name(set))) {
            writer.header(givenUp.header().encode());
            writer.frame(0, ByteBuffer.wrap(givenUp.frames().getFirst()));
        }
        StreamRef next = TestStream.of(2, 3, 1_000).writeTo(repository, set);
        Gathered gathered = Gathered.from(repository, set, List.of(next, givenUp.ref(null)));
        assertThat(gathered.streams).hasSize(1);
        assertThat(gathered.why(givenUp).what()).contains("lacks frames 1 to 2");
    }
}

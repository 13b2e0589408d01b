package io.holdfast.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every repository does, the fake included. */
public interface RepositoryContract {
    /** The repository under test; the same place on every call. */
    Repository repository();

    @Test
    default void givesBackWhatWasWritten() {
        SetId set = TestStream.set();
        List<TestStream> streams = new ArrayList<>();
        List<StreamRef> refs = new ArrayList<>();
        for (int stripe = 0; stripe < 5; stripe++) {
            TestStream stream = TestStream.of(stripe, 1 + 7 * stripe, 10_000 * stripe);
            streams.add(stream);
            refs.add(stream.writeTo(repository(), set));
        }
        Gathered gathered = Gathered.from(repository(), set, refs);
        assertThat(gathered.missing).isEmpty();
        streams.forEach(stream ->
                assertThat(gathered.streams.get(stream.header().streamId())).isEqualTo(stream.whole()));
        assertThat(repository().absent(set, refs)).isEmpty();
        assertThat(repository().batches(refs).stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(refs);
    }

    @Test
    default void visitsTheStreamsOfSeveralGroupsInOneReading() {
        SetId set = TestStream.set();
        List<StreamRef> refs = new ArrayList<>();
        for (int stripe = 0; stripe < 70; stripe++) {
            refs.add(TestStream.of(stripe, 2, 500).writeTo(repository(), set));
        }
        assertThat(repository().batches(refs)).hasSizeGreaterThan(1);
        StreamRef never = TestStream.of(70, 2, 500).ref(null);
        Gathered gathered = Gathered.from(
                repository(),
                set,
                Stream.concat(refs.stream(), Stream.of(never)).toList());
        assertThat(gathered.streams)
                .containsOnlyKeys(
                        refs.stream().map(ref -> ref.receipt().stream()).toList());
        assertThat(gathered.missing).containsOnlyKeys(never.receipt().stream());
    }

    @Test
    default void findsAStreamWithoutAHintAndWithAWrongOne() {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(3, 4, 1_000);
        stream.writeTo(repository(), set);
        for (String hint : new String[] {null, "nonsense", "1:7-90", "last=5"}) {
            StreamRef ref = stream.ref(hint);
            assertThat(Gathered.from(repository(), set, List.of(ref)).streams)
                    .as("hint %s", hint)
                    .hasSize(1);
            assertThat(repository().absent(set, List.of(ref))).isEmpty();
        }
    }

    @Test
    default void saysWhatIsMissing() {
        SetId set = TestStream.set();
        StreamRef there = TestStream.of(0, 3, 1_000).writeTo(repository(), set);
        StreamRef never = TestStream.of(1, 3, 1_000).ref(null);
        Gathered gathered = Gathered.from(repository(), set, List.of(there, never));
        assertThat(gathered.streams).containsOnlyKeys(there.receipt().stream());
        assertThat(gathered.missing.get(never.receipt().stream())).isNotNull().satisfies(failure -> {
            assertThat(failure.code()).isEqualTo(RepositoryFailure.STREAM_MISSING);
            assertThat(failure.what()).contains(never.receipt().stream().text());
        });
        assertThat(repository().absent(set, List.of(there, never)))
                .singleElement()
                .extracting(AbsentStream::stream)
                .isEqualTo(never);
        assertThat(Gathered.from(repository(), TestStream.set(), List.of(there)).missing)
                .hasSize(1);
    }

    @Test
    default void aStreamThatWasNotCommittedIsNotThere() {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(0, 3, 1_000);
        try (SealedStreamWriter writer = repository().create(stream.name(set))) {
            writer.header(stream.header().encode());
            writer.frame(0, ByteBuffer.wrap(stream.frames().getFirst()));
        }
        assertThat(Gathered.from(repository(), set, List.of(stream.ref(null))).missing)
                .hasSize(1);
        assertThat(repository().absent(set, List.of(stream.ref(null)))).hasSize(1);
    }

    @Test
    default void refusesFramesOutOfOrderAndAnUnfinishedStream() {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(0, 3, 1_000);
        try (SealedStreamWriter writer = repository().create(stream.name(set))) {
            assertThatThrownBy(() ->
                            writer.frame(0, ByteBuffer.wrap(stream.frames().getFirst())))
                    .isInstanceOf(Permanent.class);
            writer.header(stream.header().encode());
            assertThatThrownBy(() ->
                            writer.frame(1, ByteBuffer.wrap(stream.frames().get(1))))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("frame 1 where frame 0 belongs");
            writer.frame(0, ByteBuffer.wrap(stream.frames().getFirst()));
            assertThatThrownBy(writer::commit).isInstanceOf(Permanent.class).hasMessageContaining("before the last");
        }
        StreamName other = TestStream.of(0, 3, 1_000).name(set);
        try (SealedStreamWriter writer = repository().create(other)) {
            assertThatThrownBy(() -> writer.header(stream.header().encode()))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining(
                            "the header of stream " + stream.header().streamId());
        }
    }

    @Test
    default void manyWritersDoNotDisturbEachOther() throws Exception {
        SetId set = TestStream.set();
        List<TestStream> streams = new ArrayList<>();
        List<Future<StreamRef>> refs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int stripe = 0; stripe < 24; stripe++) {
                TestStream stream = TestStream.of(stripe, 20, 5_000);
                streams.add(stream);
                refs.add(threads.submit(() -> stream.writeTo(repository(), set)));
            }
        }
        List<StreamRef> all = new ArrayList<>();
        for (Future<StreamRef> ref : refs) {
            all.add(ref.get());
        }
        Gathered gathered = Gathered.from(repository(), set, all);
        streams.forEach(stream ->
                assertThat(gathered.streams.get(stream.header().streamId())).isEqualTo(stream.whole()));
        assertThat(repository().absent(set, all)).isEmpty();
    }

    @Test
    default void whatTheVisitorThrowsEndsTheReading() {
        SetId set = TestStream.set();
        List<StreamRef> refs = new ArrayList<>();
        for (int stripe = 0; stripe < 12; stripe++) {
            refs.add(TestStream.of(stripe, 2, 1_000).writeTo(repository(), set));
        }
        Gathered failing = new Gathered() {
            @Override
            public void stream(StreamRef ref, SealedSource source) {
                throw new IllegalStateException("the target is full");
            }
        };
        assertThatThrownBy(() -> repository().fetch(set, refs, failing)).hasMessage("the target is full");
    }

    @Test
    default void anObjectIsCreatedAndNeverOverwritten() {
        SetId set = TestStream.set();
        ObjectName manifest = ObjectName.manifest(set);
        assertThat(repository().getObject(manifest)).isEmpty();
        assertThat(repository().listObjects(set)).isEmpty();
        repository().putObject(manifest, new byte[] {1, 2, 3});
        repository().putObject(manifest, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> repository().putObject(manifest, new byte[] {1, 2, 4}))
                .isInstanceOfSatisfying(
                        Permanent.class,
                        failure -> assertThat(failure.code()).isEqualTo(RepositoryFailure.OBJECT_DIFFERS));
        assertThat(repository().getObject(manifest)).contains(new byte[] {1, 2, 3});
        repository().putObject(ObjectName.keys(set, 1), new byte[ObjectName.LARGEST]);
        assertThatThrownBy(() -> repository().putObject(ObjectName.keys(set, 2), new byte[ObjectName.LARGEST + 1]))
                .isInstanceOf(Permanent.class);
        assertThat(repository().listObjects(set)).containsExactly(ObjectName.keys(set, 1), manifest);
    }

    @Test
    default void ofManyWhoCreateAnObjectOneWins() throws Exception {
        SetId set = TestStream.set();
        AtomicInteger won = new AtomicInteger();
        AtomicInteger lost = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            for (int i = 0; i < 6; i++) {
                byte[] content = {(byte) i};
                threads.execute(() -> {
                    try {
                        repository().putObject(ObjectName.manifest(set), content);
                        won.incrementAndGet();
                    } catch (Permanent differs) {
                        lost.incrementAndGet();
                    }
                });
            }
        }
        assertThat(lost).hasValue(5);
        assertThat(won).hasValue(1);
        assertThat(repository().getObject(ObjectName.manifest(set))).isPresent();
    }

    @Test
    default void aDroppedSetIsGoneWithEverything() throws InterruptedException {
        SetId kept = TestStream.set();
        SetId dropped = TestStream.set();
        repository().putObject(ObjectName.manifest(kept), new byte[] {1});
        repository().putObject(ObjectName.manifest(dropped), new byte[] {1});
        StreamRef ref = TestStream.of(0, 2, 1_000).writeTo(repository(), dropped);
        assertThat(repository().sets()).contains(kept, dropped);
        repository().dropSet(dropped);
        repository().dropSet(dropped);
        for (int i = 0; i < 100 && repository().sets().contains(dropped); i++) {
            Thread.sleep(50);
        }
        assertThat(repository().sets()).contains(kept).doesNotContain(dropped);
        assertThat(repository().getObject(ObjectName.manifest(dropped))).isEmpty();
        assertThat(Gathered.from(repository(), dropped, List.of(ref)).missing).hasSize(1);
    }
}

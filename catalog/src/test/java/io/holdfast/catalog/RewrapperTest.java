package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.repository.ObjectName;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RewrapperTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final EncryptorName STORE = Samples.STORE;
    private static final EncryptorName ESCROW = EncryptorName.parse("escrow");
    private static final SetId SET = Samples.set(1);

    private EmbeddedBroker broker;
    private KafkaSettings kafka;
    private RecordProducer producer;
    private int prefixes;

    private final DataKeys keys = MemoryDataKeys.of(InstantSource.fixed(Samples.NOON), STORE, ESCROW);
    private final PinnedKeys pinned = new PinnedKeys(keys.publicKeys());
    private Topics topics;
    private CatalogWriter writer;
    private MemoryRepository repository;
    private CatalogEntry published;

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = EmbeddedBroker.start(BrokerOptions.in(folder));
        kafka = KafkaSettings.plain(broker.bootstrapServers());
        producer = RecordProducer.open(kafka, "rewrap-test");
    }

    @AfterAll
    void stop() {
        producer.close();
        broker.close();
    }

    @BeforeEach
    void publish() {
        topics = new Topics(TopicPrefix.parse("rewrap" + ++prefixes));
        try (TopicKeeper keeper = TopicKeeper.open(kafka, "keeper")) {
            keeper.make(TopicPlan.of(topics, Durability.SINGLE).control());
        }
        writer = new CatalogWriter(producer, topics);
        repository = new MemoryRepository();
        NewDataKey key = keys.make(Samples.context(1), List.of(STORE));
        published = new Publisher(keys, pinned, writer)
                .publish(repository, Samples.body(1, key.commitment(), List.of()), key.wrapped());
    }

    private Rewrapper rewrapper() {
        return new Rewrapper(keys, pinned, writer);
    }

    private CatalogEntry stored() {
        return RepositoryCatalog.entry(repository, SET, pinned).orElseThrow();
    }

    private void catalogShows(CatalogEntry entry) {
        try (CatalogReader reader = CatalogReader.start(kafka, topics, pinned)) {
            reader.awaitCaughtUp(SOON);
            await().atMost(SOON).untilAsserted(() -> assertThat(reader.set(SET)).contains(entry));
        }
    }

    private void opens(WrappedKey wrapped) {
        keys.unwrap(
                        Samples.context(1),
                        List.of(wrapped),
                        Objects.requireNonNull(published.body().dekCommitment()))
                .close();
    }

    /** C2: the key section alone changes. */
    @Test
    void anEncryptorIsAddedAndAnotherOneDroppedAndTheManifestStaysByteForByte() {
        byte[] manifest = repository.getObject(ObjectName.manifest(SET)).orElseThrow();

        assertThat(rewrapper().rewrap(repository, published, List.of(STORE, ESCROW)))
                .isEqualTo(Rewrapper.Outcome.REWRAPPED);
        CatalogEntry both = stored();
        assertThat(rewrapper().rewrap(repository, both, List.of(ESCROW))).isEqualTo(Rewrapper.Outcome.REWRAPPED);
        CatalogEntry last = stored();

        assertThat(both.keys().keys()).extracting(WrappedKey::encryptor).containsExactly(STORE, ESCROW);
        assertThat(both.keys().keys().getFirst())
                .isEqualTo(published.keys().keys().getFirst());
        assertThat(last.keys().keys()).containsExactly(both.keys().keys().getLast());
        assertThat(last.keys().version()).isEqualTo(3);
        opens(last.keys().keys().getFirst());
        assertThat(repository.getObject(ObjectName.manifest(SET))).contains(manifest);
        assertThat(last.body()).isEqualTo(published.body());
        catalogShows(last);
    }

    @Test
    void theSameAgainChangesNothing() {
        rewrapper().rewrap(repository, published, List.of(ESCROW));
        CatalogEntry first = stored();

        assertThat(rewrapper().rewrap(repository, first, List.of(ESCROW))).isEqualTo(Rewrapper.Outcome.UNCHANGED);
        assertThat(stored()).isEqualTo(first);
    }

    @Test
    void aSetWithoutAKeyIsLeftAlone() {
        CatalogEntry plain =
                new Publisher(keys, pinned, writer).publish(repository, Samples.body(2, null, List.of()), List.of());

        assertThat(rewrapper().rewrap(repository, plain, List.of(ESCROW))).isEqualTo(Rewrapper.Outcome.WITHOUT_KEY);
        assertThat(repository.getObject(ObjectName.keys(Samples.set(2), 2))).isEmpty();
    }

    @Test
    void whatACrashKeptFromTheCatalogIsWrittenThereTheNextTime() {
        KeySection next = Manifests.signNext(
                KeyChain.newest(repository, SET, pinned).orElseThrow(),
                keys.rewrap(
                        Samples.context(1),
                        published.keys().keys(),
                        Objects.requireNonNull(published.body().dekCommitment()),
                        List.of(ESCROW)),
                keys);
        Stored.write(repository, ObjectName.keys(SET, 2), Codecs.KEY_SECTION.bytes(next));

        assertThat(rewrapper().rewrap(repository, published, List.of(ESCROW))).isEqualTo(Rewrapper.Outcome.REWRAPPED);

        assertThat(repository.getObject(ObjectName.keys(SET, 3))).isEmpty();
        catalogShows(stored());
    }

    /** Compare-and-set: of two writers of a version one has it, and the other one starts from there. */
    @Test
    void ofTwoWritersAtOnceOneIsToldToTryAgain() {
        rewrapper().rewrap(repository, published, List.of(ESCROW));
        byte[] theirs = repository.getObject(ObjectName.keys(SET, 2)).orElseThrow();
        MemoryRepository late = new MemoryRepository() {
            private boolean asked;

            @Override
            public Optional<byte[]> getObject(ObjectName name) {
                boolean first = name.equals(ObjectName.keys(SET, 2)) && !asked;
                asked |= first;
                return first ? Optional.empty() : super.getObject(name);
            }
        };
        late.objects.putAll(repository.objects);

        assertThatThrownBy(() -> rewrapper().rewrap(late, published, List.of(STORE, ESCROW)))
                .isInstanceOf(Transient.class)
                .hasMessageContaining("somebody else wrote the object keys-2 of set " + SET);
        assertThat(late.getObject(ObjectName.keys(SET, 2))).contains(theirs);
        assertThat(rewrapper().rewrap(late, published, List.of(STORE, ESCROW))).isEqualTo(Rewrapper.Outcome.REWRAPPED);
        assertThat(late.getObject(ObjectName.keys(SET, 3))).isPresent();
    }

    @Test
    void aSetThatIsPublishedAgainKeepsItsNewestKeys() {
        rewrapper().rewrap(repository, published, List.of(ESCROW));
        CatalogEntry rewrapped = stored();

        CatalogEntry again = new Publisher(keys, pinned, writer)
                .publish(repository, published.body(), published.keys().keys());

        assertThat(again).isEqualTo(rewrapped);
        catalogShows(rewrapped);
    }

    @Test
    void nothingIsWrittenForUnknownEncryptorsForeignSignersAndAbsentKeys() {
        EncryptorName nowhere = EncryptorName.parse("nowhere");
        assertThatThrownBy(() -> rewrapper().rewrap(repository, published, List.of(nowhere)))
                .isInstanceOf(Permanent.class);
        Rewrapper unpinned = new Rewrapper(keys, new PinnedKeys(new Samples().keys.publicKeys()), writer);
        assertThatThrownBy(() -> unpinned.rewrap(repository, published, List.of(ESCROW)))
                .isInstanceOf(Denied.class);
        assertThat(repository.getObject(ObjectName.keys(SET, 2))).isEmpty();
        repository.objects.remove(ObjectName.keys(SET, 1));
        assertThatThrownBy(() -> rewrapper().rewrap(repository, published, List.of(ESCROW)))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("has no key section of set " + SET);
    }
}

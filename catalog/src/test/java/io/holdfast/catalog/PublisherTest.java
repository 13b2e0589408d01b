package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.keys.NewDataKey;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.repository.ObjectName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublisherTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private EmbeddedBroker broker;
    private KafkaSettings kafka;
    private RecordProducer producer;
    private int prefixes;

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = EmbeddedBroker.start(BrokerOptions.in(folder));
        kafka = KafkaSettings.plain(broker.bootstrapServers());
        producer = RecordProducer.open(kafka, "catalog-test");
    }

    @AfterAll
    void stop() {
        producer.close();
        broker.close();
    }

    private final class Site {
        final Samples samples = new Samples();
        final MemoryRepository repository = new MemoryRepository();
        final Topics topics = new Topics(TopicPrefix.parse("site" + ++prefixes));
        final CatalogWriter writer = new CatalogWriter(producer, topics);
        final Publisher publisher = new Publisher(samples.keys, samples.pinned, writer);

        Site() {
            try (TopicKeeper keeper = TopicKeeper.open(kafka, "keeper")) {
                keeper.make(TopicPlan.of(topics, Durability.SINGLE).control());
            }
        }

        CatalogEntry publish(int number) {
            NewDataKey key = samples.key(number);
            return publisher.publish(repository, Samples.body(number, key.commitment(), List.of()), key.wrapped());
        }

        CatalogReader reader() {
            CatalogReader reader = CatalogReader.start(kafka, topics, samples.pinned);
            reader.awaitCaughtUp(SOON);
            return reader;
        }
    }

    /** J3: publishing twice changes nothing. */
    @Test
    void aPublishedSetIsInRepositoryAndCatalogAndPublishingAgainChangesNothing() {
        Site site = new Site();
        NewDataKey key = site.samples.key(1);
        ManifestBody body = Samples.body(1, key.commitment(), List.of());
        CatalogEntry first = site.publisher.publish(site.repository, body, key.wrapped());
        CatalogEntry second = site.publisher.publish(site.repository, body, key.wrapped());
        assertThat(second).isEqualTo(first);
        assertThat(site.repository.listObjects(Samples.set(1)))
                .containsExactlyInAnyOrder(ObjectName.manifest(Samples.set(1)), ObjectName.keys(Samples.set(1), 1));
        try (CatalogReader reader = site.reader()) {
            assertThat(reader.sets()).containsExactly(first);
            CatalogEntry later = site.publish(2);
            await().atMost(SOON).until(() -> reader.set(Samples.set(2)).equals(Optional.of(later)));
            assertThat(reader.resolve(Samples.SHOP, null)).isEqualTo(later);
            assertThat(reader.connected()).isTrue();
        }
    }

    @Test
    void aCrashBetweenBodyAndKeysIsRolledForward() {
        Site site = new Site();
        CatalogEntry first = site.publish(1);
        site.repository.objects.remove(ObjectName.keys(Samples.set(1), 1));
        assertThat(RepositoryCatalog.entry(site.repository, Samples.set(1), site.samples.pinned))
                .isEmpty();
        NewDataKey key = site.samples.key(1);
        CatalogEntry again = site.publisher.publish(
                site.repository,
                Samples.body(1, first.body().dekCommitment(), List.of()),
                first.keys().keys());
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.digest()).isEqualTo(first.digest());
        assertThat(key.wrapped()).isNotEqualTo(first.keys().keys());
    }

    /** C3: each encryptor opens its key before the set is complete. */
    @Test
    void anEncryptorThatDoesNotOpenItsKeyKeepsTheSetFromBeingPublished() {
        Site site = new Site();
        NewDataKey key = site.samples.key(1);
        NewDataKey other = site.samples.key(2);
        ManifestBody body = Samples.body(1, key.commitment(), List.of());
        assertThatThrownBy(() -> site.publisher.publish(site.repository, body, other.wrapped()))
                .isInstanceOf(Transient.class)
                .hasMessageContaining("encryptor store does not open the data key of set " + Samples.set(1));
        assertThat(site.repository.objects).isEmpty();
    }

    @Test
    void aSignerThatIsNotPinnedIsFoundBeforeAnythingIsWritten() {
        Site site = new Site();
        Publisher publisher = new Publisher(site.samples.keys, new Samples().pinned, site.writer);
        assertThatThrownBy(() -> publisher.publish(site.repository, Samples.body(1, null, List.of()), List.of()))
                .isInstanceOf(Denied.class);
        assertThat(site.repository.objects).isEmpty();
    }

    /** J4: a manifest is read back before it counts. */
    @Test
    void whatDoesNotReadBackIsNotPublished() {
        Site site = new Site();
        MemoryRepository bad = new MemoryRepository() {
            @Override
            public void putObject(ObjectName name, byte[] content) {
                super.putObject(name, java.util.Arrays.copyOf(content, content.length - 1));
            }
        };
        assertThatThrownBy(() -> site.publisher.publish(bad, Samples.body(1, null, List.of()), List.of()))
                .isInstanceOf(Corrupt.class)
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(CatalogFailure.NOT_READ_BACK);
        try (CatalogReader reader = site.reader()) {
            assertThat(reader.sets()).isEmpty();
        }
    }

    @Test
    void aRepositoryAloneRebuildsTheCatalogAndSaysWhatItCouldNot() {
        Site site = new Site();
        CatalogEntry one = site.publish(1);
        CatalogEntry two = site.publish(2);
        site.publish(3);
        site.publish(4);
        spoil(site, ObjectName.manifest(Samples.set(3)));
        site.repository.objects.remove(ObjectName.keys(Samples.set(4), 1));
        Topics fresh = new Topics(TopicPrefix.parse("rebuilt" + ++prefixes));
        try (TopicKeeper keeper = TopicKeeper.open(kafka, "keeper")) {
            keeper.make(TopicPlan.of(fresh, Durability.SINGLE).control());
        }
        RepositoryCatalog.Findings findings =
                RepositoryCatalog.rebuild(site.repository, site.samples.pinned, new CatalogWriter(producer, fresh));
        assertThat(findings.entries().values()).containsExactly(one, two);
        assertThat(findings.incomplete()).containsOnlyKeys(Samples.set(4));
        assertThat(findings.incomplete().get(Samples.set(4))).contains("no key section");
        assertThat(findings.refused()).containsOnlyKeys(Samples.set(3));
        try (CatalogReader reader = CatalogReader.start(kafka, fresh, site.samples.pinned)) {
            reader.awaitCaughtUp(SOON);
            assertThat(reader.sets()).containsExactly(two, one);
        }
    }

    @Test
    void damagedObjectsInARepositoryAreRefused() {
        Site site = new Site();
        SetId set = Samples.set(1);
        site.publish(1);
        site.publish(2);
        byte[] manifest = site.repository.getObject(ObjectName.manifest(set)).orElseThrow();
        byte[] keys = site.repository.getObject(ObjectName.keys(set, 1)).orElseThrow();
        spoil(site, ObjectName.manifest(set));
        refused(site, set);
        site.repository.objects.put(ObjectName.manifest(set), manifest);
        spoil(site, ObjectName.keys(set, 1));
        refused(site, set);
        site.repository.objects.put(
                ObjectName.keys(set, 1),
                site.repository.getObject(ObjectName.keys(Samples.set(2), 1)).orElseThrow());
        refused(site, set);
        site.repository.objects.put(ObjectName.keys(set, 1), keys);
        site.repository.objects.put(ObjectName.keys(set, 2), keys);
        refused(site, set);
        site.repository.objects.put(ObjectName.keys(set, 2), "{}".getBytes(StandardCharsets.UTF_8));
        refused(site, set);
        site.repository.objects.remove(ObjectName.keys(set, 2));
        assertThat(RepositoryCatalog.entry(site.repository, set, site.samples.pinned))
                .isPresent();
    }

    private static void refused(Site site, SetId set) {
        assertThatThrownBy(() -> RepositoryCatalog.entry(site.repository, set, site.samples.pinned))
                .isInstanceOf(Corrupt.class);
    }

    /** Flips a bit in a hexadecimal digit in the middle of an object, so that it stays JSON. */
    private static void spoil(Site site, ObjectName name) {
        byte[] content = site.repository.getObject(name).orElseThrow();
        String text = new String(content, StandardCharsets.UTF_8);
        int place = text.indexOf(text.contains("\"sealed\":\"") ? "\"sealed\":\"" : "\"body\":\"") + 20;
        content[place] = (byte) (content[place] == '0' ? '1' : '0');
        site.repository.objects.put(name, content);
    }

    @Test
    void whatAnybodyWritesIntoTheTopicIsNotBelieved() {
        Site site = new Site();
        CatalogEntry one = site.publish(1);
        Samples others = new Samples();
        new CatalogWriter(producer, site.topics)
                .write(
                        Samples.set(2),
                        Manifests.sign(Samples.body(2, null, List.of()), others.keys),
                        Manifests.sign(Samples.context(2), List.of(), others.keys));
        producer.send(
                site.topics.catalog(),
                Topics.catalogBodyKey(Samples.set(3)),
                Bytes.parse("7b").toArray());
        try (CatalogReader reader = site.reader()) {
            assertThat(reader.sets()).containsExactly(one);
            assertThat(reader.refused()).hasSize(3);
        }
    }
}

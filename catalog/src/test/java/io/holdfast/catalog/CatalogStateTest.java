package io.holdfast.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.NewDataKey;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogStateTest {
    private final Samples samples = new Samples();
    private final CatalogState state = new CatalogState(samples.pinned);

    private void add(int number) {
        NewDataKey key = samples.key(number);
        ManifestBody body = Samples.body(number, key.commitment(), List.of());
        keys(number, Manifests.sign(body.context(), key.wrapped(), samples.keys));
        body(number, Manifests.sign(body, samples.keys));
    }

    private void body(int number, SignedManifest manifest) {
        state.manifest(Topics.catalogBodyKey(Samples.set(number)), manifest);
    }

    private void keys(int number, KeySection section) {
        state.keys(Topics.catalogKeysKey(Samples.set(number)), section);
    }

    @Test
    void theNewestSetOfAnInstanceIsFoundAndSetsById() {
        add(1);
        add(3);
        add(2);
        assertThat(state.resolve(Samples.SHOP, null).body().set()).isEqualTo(Samples.set(3));
        assertThat(state.resolve(Samples.SHOP, Samples.set(2)).body().set()).isEqualTo(Samples.set(2));
        assertThat(state.sets()).extracting(entry -> entry.body().sequence()).containsExactly(3L, 2L, 1L);
        assertThat(state.sets(InstanceName.parse("other"))).isEmpty();
        assertThatThrownBy(() -> state.resolve(InstanceName.parse("other"), null))
                .hasMessage("instance other has no complete backup set");
        assertThatThrownBy(() -> state.resolve(InstanceName.parse("other"), Samples.set(2)))
                .hasMessage("set " + Samples.set(2) + " is one of instance shop, not of other");
        assertThatThrownBy(() -> state.resolve(Samples.SHOP, Samples.set(9)))
                .hasMessage("the catalog has no set " + Samples.set(9));
    }

    @Test
    void aManifestWithoutKeysIsNotListed() {
        body(1, Manifests.sign(Samples.body(1, null, List.of()), samples.keys));
        assertThat(state.sets()).isEmpty();
        assertThat(state.set(Samples.set(1))).isEmpty();
        assertThatThrownBy(() -> state.resolve(Samples.context(1).instance(), Samples.set(1)))
                .hasMessage("the catalog has the manifest of set " + Samples.set(1) + ", but not its keys");
    }

    @Test
    void whatDoesNotVerifyIsShownAsSuchAndNeverUsed() {
        add(1);
        Samples others = new Samples();
        body(2, Manifests.sign(Samples.body(2, null, List.of()), others.keys));
        keys(2, Manifests.sign(Samples.context(2), List.of(), samples.keys));
        SignedManifest sound = Manifests.sign(Samples.body(3, null, List.of()), samples.keys);
        byte[] flipped = sound.body().toArray();
        flipped[100] ^= 1;
        body(3, new SignedManifest(1, Bytes.of(flipped), sound.keyId(), sound.signature()));
        body(4, sound);
        state.manifest("no set at all", sound);
        assertThat(state.sets()).hasSize(1);
        assertThat(state.refused())
                .hasSize(4)
                .hasEntrySatisfying(
                        Topics.catalogBodyKey(Samples.set(2)),
                        report -> assertThat(report.code()).isEqualTo("keys.signer-not-pinned"))
                .hasEntrySatisfying(
                        Topics.catalogBodyKey(Samples.set(3)),
                        report -> assertThat(report.code()).isEqualTo("keys.signature-wrong"))
                .hasEntrySatisfying(
                        Topics.catalogBodyKey(Samples.set(4)),
                        report -> assertThat(report.code()).isEqualTo("catalog.wrong-set"))
                .containsKey("no set at all");
        assertThatThrownBy(() -> state.resolve(Samples.SHOP, Samples.set(2)))
                .hasMessageContaining("4 records of the catalog are refused");
        body(3, sound);
        assertThat(state.refused()).doesNotContainKey(Topics.catalogBodyKey(Samples.set(3)));
    }

    @Test
    void aManifestNeverChangesAndKeysNeverGoBack() {
        add(1);
        body(1, Manifests.sign(Samples.body(Samples.context(1), 77, null, List.of()), samples.keys));
        assertThat(state.set(Samples.set(1)).orElseThrow().body().sequence()).isEqualTo(1);
        assertThat(state.refused().values())
                .extracting(report -> report.code())
                .containsExactly("catalog.manifest-changed");

        KeySection first = state.set(Samples.set(1)).orElseThrow().keys();
        KeySection second = sign(
                new KeySection(1, first.context(), 2, first.keys(), Bytes.of(new byte[32]), "", Bytes.of(new byte[0])));
        keys(1, second);
        keys(1, first);
        assertThat(state.set(Samples.set(1)).orElseThrow().keys().version()).isEqualTo(2);
        assertThat(state.refused().values()).extracting(report -> report.code()).contains("catalog.keys-went-back");
    }

    private KeySection sign(KeySection unsigned) {
        var signature = samples.keys.sign(Bytes.of(io.holdfast.messaging.codec.Codecs.KEY_SECTION.bytes(unsigned)));
        return new KeySection(
                1,
                unsigned.context(),
                unsigned.version(),
                unsigned.keys(),
                unsigned.previousDigest(),
                signature.keyId(),
                signature.bytes());
    }

    @Test
    void keysOfAnotherInstanceDoNotMakeASetWhole() {
        body(1, Manifests.sign(Samples.body(1, null, List.of()), samples.keys));
        SetContext other = new SetContext(Samples.context(1).fleet(), InstanceName.parse("other"), Samples.set(1));
        keys(1, Manifests.sign(other, List.of(), samples.keys));
        assertThat(state.set(Samples.set(1))).isEmpty();
        assertThatThrownBy(() -> state.resolve(other.instance(), Samples.set(1)))
                .hasMessageEndingWith("but keys of instance other");
    }

    @Test
    void aDeletedSetIsGone() {
        add(1);
        state.deleted(Topics.catalogBodyKey(Samples.set(1)));
        assertThat(state.sets()).isEmpty();
        state.deleted("nonsense");
        assertThat(state.refused()).containsKey("nonsense");
        assertThatThrownBy(() -> state.resolve(Samples.SHOP, null)).isInstanceOf(Failure.class);
    }

    /** J6: a large history is listed within a second. */
    @Test
    void aHundredThousandSetsAreListedWithinASecond() {
        int sets = 100_000;
        Bytes nothing = Bytes.of(new byte[0]);
        NewDataKey key = samples.key(1);
        CatalogState large = new CatalogState(new CatalogState.Opener() {
            @Override
            public ManifestBody body(SetId set, SignedManifest manifest) {
                return Samples.body(Integer.parseInt(set.text().substring(20, 26)), key.commitment(), List.of());
            }

            @Override
            public KeySection keys(SetId set, KeySection section) {
                return section;
            }
        });
        for (int number = 1; number <= sets; number++) {
            SetId set = Samples.set(number);
            large.manifest(
                    Topics.catalogBodyKey(set),
                    new SignedManifest(1, Bytes.of(set.text().getBytes(UTF_8)), "k", nothing));
            large.keys(
                    Topics.catalogKeysKey(set),
                    new KeySection(1, Samples.context(number), 1, key.wrapped(), null, "k", nothing));
        }
        Duration all = time(() -> assertThat(large.sets()).hasSize(sets));
        Duration ofInstance = time(() -> assertThat(large.sets(Samples.SHOP)).hasSize(sets));
        Duration newest = time(() ->
                assertThat(large.resolve(Samples.SHOP, null).body().sequence()).isEqualTo(sets));
        System.out.println("100,000 sets: all " + all + ", of one instance " + ofInstance + ", its newest " + newest);
        assertThat(List.of(all, ofInstance, newest)).allMatch(took -> took.compareTo(Duration.ofSeconds(1)) < 0);
    }

    private static Duration time(Runnable listing) {
        long start = System.nanoTime();
        listing.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}

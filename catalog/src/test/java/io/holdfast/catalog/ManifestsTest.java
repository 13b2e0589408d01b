package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManifestsTest {
    private final Samples samples = new Samples();
    private final NewDataKey key = samples.key(1);
    private final ManifestBody body = Samples.body(1, key.commitment(), List.of());
    private final SignedManifest signed = Manifests.sign(body, samples.keys);
    private final KeySection section = Manifests.sign(body.context(), key.wrapped(), samples.keys);

    @Test
    void whatIsSignedOpens() {
        assertThat(Manifests.open(Samples.set(1), signed, samples.pinned)).isEqualTo(body);
        assertThat(Manifests.open(Samples.set(1), section, samples.pinned)).isEqualTo(section);
    }

    @Test
    void everyFlippedBitOfABodyIsFound() {
        byte[] bytes = signed.body().toArray();
        for (int i = 0; i < bytes.length; i += 7) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= 1;
            SignedManifest damaged = new SignedManifest(1, Bytes.of(flipped), signed.keyId(), signed.signature());
            refused(KeysFailure.SIGNATURE_WRONG, Corrupt.class, damaged);
        }
    }

    @Test
    void everyFlippedByteOfASignatureIsFound() {
        byte[] bytes = signed.signature().toArray();
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= 0x40;
            refused(
                    KeysFailure.SIGNATURE_WRONG,
                    Corrupt.class,
                    new SignedManifest(1, signed.body(), signed.keyId(), Bytes.of(flipped)));
        }
        Bytes none = Bytes.of(new byte[0]);
        refused(KeysFailure.SIGNATURE_WRONG, Corrupt.class, new SignedManifest(1, signed.body(), signed.keyId(), none));
    }

    @Test
    void aKeyThatIsNotPinnedIsDenied() {
        Samples others = new Samples();
        refused(KeysFailure.SIGNER_NOT_PINNED, Denied.class, Manifests.sign(body, others.keys));
        assertThatThrownBy(() -> Manifests.open(Samples.set(1), signed, new PinnedKeys(List.of())))
                .isInstanceOf(Denied.class);
        // Another's signature under our key's name.
        SignedManifest forged = new SignedManifest(
                1,
                signed.body(),
                signed.keyId(),
                Manifests.sign(body, others.keys).signature());
        refused(KeysFailure.SIGNATURE_WRONG, Corrupt.class, forged);
    }

    @Test
    void theManifestOfAnotherSetIsFound() {
        assertThatThrownBy(() -> Manifests.open(Samples.set(2), signed, samples.pinned))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("the manifest of set " + Samples.set(2) + " is that of set " + Samples.set(1));
    }

    @Test
    void theKeysOfAnotherSetAndChangedKeysAreFound() {
        assertThatThrownBy(() -> Manifests.open(Samples.set(2), section, samples.pinned))
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(CatalogFailure.WRONG_SET);
        KeySection changed = new KeySection(
                1, section.context(), 1, samples.key(1).wrapped(), null, section.keyId(), section.signature());
        assertThatThrownBy(() -> Manifests.open(Samples.set(1), changed, samples.pinned))
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(KeysFailure.SIGNATURE_WRONG);
        KeySection moved =
                new KeySection(1, Samples.context(2), 1, section.keys(), null, section.keyId(), section.signature());
        assertThatThrownBy(() -> Manifests.open(Samples.set(2), moved, samples.pinned))
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(KeysFailure.SIGNATURE_WRONG);
    }

    @Test
    void aDamagedRecordIsFoundWhateverTheDamage() {
        byte[] stored = Codecs.SIGNED_MANIFEST.bytes(signed);
        long seed = Long.getLong("holdfast.seed", 1);
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = stored.clone();
            int place = random.nextInt(damaged.length);
            damaged[place] ^= (byte) (1 + random.nextInt(255));
            try {
                ManifestBody opened =
                        Manifests.open(Samples.set(1), Manifests.readManifest(Samples.set(1), damaged), samples.pinned);
                // Only the case of a hexadecimal digit may change without changing the bytes.
                assertThat(opened).as("seed %d", seed).isEqualTo(body);
            } catch (Corrupt | Denied expected) {
                assertThat(expected.what()).isNotEmpty();
            }
        }
    }

    @Test
    void aBodyIsUnderItsLimitWithAnIndexOfAMillionStripesAndRefusedBeyond() {
        List<IndexPart> parts = IntStream.range(0, 200)
                .mapToObj(i -> new IndexPart(i, Samples.stream(i)))
                .toList();
        SignedManifest large = Manifests.sign(Samples.body(1, null, parts), samples.keys);
        assertThat(large.body().length()).isLessThan(Manifests.LARGEST_BODY);
        List<IndexPart> more = IntStream.range(0, 400)
                .mapToObj(i -> new IndexPart(i, Samples.stream(i)))
                .toList();
        assertThatThrownBy(() -> Manifests.sign(Samples.body(1, null, more), samples.keys))
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(CatalogFailure.MANIFEST_TOO_LARGE);
    }

    private void refused(FailureCode code, Class<? extends Failure> type, SignedManifest manifest) {
        assertThatThrownBy(() -> Manifests.open(Samples.set(1), manifest, samples.pinned))
                .isInstanceOf(type)
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(code);
    }
}

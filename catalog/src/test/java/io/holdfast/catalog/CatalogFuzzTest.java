package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.fuzzing.Fuzz;
import io.holdfast.keys.NewDataKey;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import io.holdfast.protocol.stripe.StreamRef;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a repository gives back is damaged: it is refused as corrupt or denied, nothing else, and never believed. */
class CatalogFuzzTest {
    private static final Fuzz.Limits LIMITS = new Fuzz.Limits(400L << 20);

    private final Samples samples = new Samples();
    private final NewDataKey key = samples.key(1);
    private final ManifestBody body = Samples.body(1, key.commitment(), List.of());

    @Test
    void aManifestOfAnyBytesIsTheSignedOneOrRefused() {
        byte[] good = Codecs.SIGNED_MANIFEST.bytes(Manifests.sign(body, samples.keys));
        assertThat(Fuzz.run("manifest", LIMITS, List.of(good), input -> {
                    SignedManifest read = onlyRefused(() -> Manifests.readManifest(body.set(), input));
                    assertThat(onlyRefused(() -> Manifests.open(body.set(), read, samples.pinned)))
                            .isEqualTo(body);
                }))
                .isPositive();
    }

    @Test
    void aKeySectionOfAnyBytesIsTheSignedOneOrRefused() {
        KeySection signed = Manifests.sign(body.context(), key.wrapped(), samples.keys);
        assertThat(Fuzz.run("keys", LIMITS, List.of(Codecs.KEY_SECTION.bytes(signed)), input -> {
                    KeySection read = onlyRefused(() -> Manifests.readKeys(body.set(), input));
                    assertThat(onlyRefused(() -> Manifests.open(body.set(), read, samples.pinned)))
                            .isEqualTo(signed);
                }))
                .isPositive();
    }

    @Test
    void aPartOfTheIndexOfAnyBytesIsTheWrittenOneOrRefused() {
        MemoryRepository repository = new MemoryRepository();
        SetContext set = Samples.context(1);
        List<StreamRef> streams =
                IntStream.range(0, 5).mapToObj(Samples::stream).toList();
        streams.forEach(ref -> repository.streams.put(ref.receipt().stream().text(), new byte[1]));
        IndexPart part =
                StripeIndex.write(repository, set, StripeIndex.Content.of(0, streams), new SecureRandom()::nextBytes);
        String id = part.stream().receipt().stream().text();
        byte[] good = Objects.requireNonNull(repository.streams.get(id)).clone();
        assertThat(Fuzz.run("index", LIMITS, List.of(good), input -> {
                    repository.streams.put(id, input);
                    assertThat(onlyRefused(() -> StripeIndex.read(repository, set, List.of(part))))
                            .isEqualTo(streams);
                }))
                .isPositive();
    }

    /** A reader of what is signed, or bound by a receipt. */
    private interface Reading<T> {
        T read();
    }

    /** Damage is corrupt or denied: tried again it would be the same, and it is no mistake of who asks. */
    private static <T> T onlyRefused(Reading<T> reading) {
        try {
            return reading.read();
        } catch (io.holdfast.protocol.failure.Failure e) {
            assertThat(e).isInstanceOfAny(Corrupt.class, Denied.class);
            throw e;
        }
    }
}

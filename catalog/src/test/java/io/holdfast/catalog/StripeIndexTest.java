package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.stripe.StreamRef;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StripeIndexTest {
    private final MemoryRepository repository = new MemoryRepository();
    private final SecureRandom random = new SecureRandom();
    private final SetContext set = Samples.context(1);

    private List<StreamRef> streams(int from, int to) {
        List<StreamRef> streams =
                IntStream.range(from, to).mapToObj(Samples::stream).toList();
        streams.forEach(ref -> repository.streams.put(ref.receipt().stream().text(), new byte[1]));
        return streams;
    }

    private IndexPart write(int part, List<StreamRef> streams) {
        return StripeIndex.write(repository, set, StripeIndex.Content.of(part, streams), random::nextBytes);
    }

    @Test
    void partsComeBackInTheirOrder() {
        List<StreamRef> first = streams(0, StripeIndex.STREAMS_IN_A_PART);
        List<StreamRef> second = streams(1000, 1010);
        List<IndexPart> parts = List.of(write(0, first), write(1, second));
        assertThat(StripeIndex.read(repository, set, parts))
                .hasSize(1010)
                .startsWith(first.get(0))
                .endsWith(second.get(9));
    }

    /** J4: a stream is found in the repository before the index names it. */
    @Test
    void aStreamThatIsNotInTheRepositoryKeepsThePartFromBeingWritten() {
        List<StreamRef> streams = streams(0, 3);
        repository.streams.remove(streams.get(1).receipt().stream().text());
        assertThatThrownBy(() -> write(0, streams))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("1 of 3 streams of set " + set.set() + " are not in repository memory")
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(CatalogFailure.STREAMS_ABSENT);
    }

    @Test
    void everyFlippedByteOfAPartIsFound() {
        IndexPart part = write(0, streams(0, 5));
        String id = part.stream().receipt().stream().text();
        byte[] sound = Objects.requireNonNull(repository.streams.get(id));
        for (int i = 0; i < sound.length; i++) {
            byte[] flipped = sound.clone();
            flipped[i] ^= 1;
            repository.streams.put(id, flipped);
            assertThatThrownBy(() -> StripeIndex.read(repository, set, List.of(part)))
                    .as("byte %d of %d", i, sound.length)
                    .isInstanceOf(Failure.class);
        }
    }

    @Test
    void aMissingPartAndAPartOfAnotherPlaceAreFound() {
        IndexPart zero = write(0, streams(0, 2));
        IndexPart one = write(1, streams(2, 4));
        repository.streams.remove(one.stream().receipt().stream().text());
        assertThatThrownBy(() -> StripeIndex.read(repository, set, List.of(zero, one)))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining(one.stream().receipt().stream().text());
        assertThatThrownBy(() -> StripeIndex.read(repository, set, List.of(new IndexPart(1, zero.stream()))))
                .hasMessageContaining("it holds another part than 1");
        assertThatThrownBy(() -> StripeIndex.read(repository, Samples.context(2), List.of(zero)))
                .isInstanceOf(Failure.class);
    }
}

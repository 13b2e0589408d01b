package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ManifestChainTest {
    private static Bytes digest(int set) {
        byte[] digest = new byte[32];
        digest[0] = (byte) set;
        return Bytes.of(digest);
    }

    private static CatalogEntry entry(int set, int number, @Nullable Bytes previous) {
        return entry(Samples.context(set), number, digest(set), previous);
    }

    private static CatalogEntry entry(SetContext context, int number, Bytes digest, @Nullable Bytes previous) {
        ManifestBody b = Samples.body(context, number, null, List.of());
        ManifestBody chained = new ManifestBody(
                1,
                b.fleet(),
                b.instance(),
                b.set(),
                b.kind(),
                b.engine(),
                b.server(),
                b.startLsn(),
                b.stopLsn(),
                b.startTime(),
                b.stopTime(),
                b.wal(),
                b.tablespaces(),
                b.options(),
                b.totals(),
                b.dekCommitment(),
                b.index(),
                number,
                previous,
                b.topics());
        KeySection keys = new KeySection(1, context, 1, List.of(), null, "k", Bytes.of(new byte[64]));
        return new CatalogEntry(chained, keys, digest);
    }

    /** Sets 1 to {@code count}, each naming the one before. */
    private static List<CatalogEntry> chain(int count) {
        List<CatalogEntry> chain = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            chain.add(entry(number, number, number == 1 ? null : digest(number - 1)));
        }
        return chain;
    }

    @Test
    void aWholeChainHasNoGapInWhateverOrderItComes() {
        assertThat(ManifestChain.gaps(List.of())).isEmpty();
        assertThat(ManifestChain.gaps(chain(5))).isEmpty();
        assertThat(ManifestChain.gaps(chain(5).reversed())).isEmpty();
    }

    @Test
    void everyDroppedSetButTheNewestShowsAtTheSetAfterIt() {
        for (int dropped = 1; dropped <= 4; dropped++) {
            List<CatalogEntry> rest = chain(5);
            rest.remove(dropped - 1);
            assertThat(ManifestChain.gaps(rest))
                    .containsOnlyKeys(Samples.set(dropped + 1))
                    .hasEntrySatisfying(
                            Samples.set(dropped + 1), gap -> assertThat(gap).contains("instance shop"));
        }
        List<CatalogEntry> middle = chain(5);
        middle.remove(2);
        assertThat(ManifestChain.gaps(middle).get(Samples.set(4)))
                .isEqualTo("number 3 is missing before number 4, which names digest 0300000000000000… for number 3"
                        + " (instance shop)");
        List<CatalogEntry> withoutNewest = chain(5);
        withoutNewest.removeLast();
        assertThat(ManifestChain.gaps(withoutNewest)).isEmpty();
    }

    @Test
    void severalInARowAreOneGap() {
        List<CatalogEntry> rest = chain(6);
        rest.subList(1, 4).clear();
        assertThat(ManifestChain.gaps(rest)).containsOnlyKeys(Samples.set(5));
        assertThat(ManifestChain.gaps(rest).get(Samples.set(5)))
                .startsWith("numbers 2 to 4 are missing before number 5, which names digest 04");
    }

    @Test
    void anExchangedSetIsNotThePredecessorThatIsNamed() {
        List<CatalogEntry> exchanged = chain(4);
        exchanged.set(1, entry(Samples.context(9), 2, digest(9), digest(1)));
        assertThat(ManifestChain.gaps(exchanged)).containsOnlyKeys(Samples.set(3));
        assertThat(ManifestChain.gaps(exchanged).get(Samples.set(3)))
                .isEqualTo("number 3 names digest 0200000000000000… as its predecessor, which is not here"
                        + " (instance shop)");
    }

    @Test
    void twoSetsOfOneNumberAreBothMarked() {
        List<CatalogEntry> forked = chain(3);
        forked.add(entry(Samples.context(9), 3, digest(9), digest(2)));
        assertThat(ManifestChain.gaps(forked)).containsOnlyKeys(Samples.set(3), Samples.set(9));
        assertThat(ManifestChain.gaps(forked).get(Samples.set(9)))
                .contains("set " + Samples.set(3) + " has the same number 3");
    }

    @Test
    void instancesHaveChainsOfTheirOwn() {
        List<CatalogEntry> both = chain(2);
        SetContext other = new SetContext(Samples.context(7).fleet(), InstanceName.parse("other"), Samples.set(7));
        both.add(entry(other, 1, digest(7), null));
        assertThat(ManifestChain.gaps(both)).isEmpty();
    }
}

package io.holdfast.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.manifest.TopicCopies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is not encrypted, or not as it should be, is marked on every screen. */
class SuiteMarksTest {
    private static void marked(Suite suite, String mark, String warning) {
        assertThat(JobView.row(Shown.job(suite))).hasSameSizeAs(JobView.HEADS).contains(mark);
        assertThat(SetView.row(Shown.set(suite))).hasSameSizeAs(SetView.HEADS).contains(mark);
        assertThat(row(JobView.details(Shown.job(suite)), "sealed with")).isEqualTo(mark);
        assertThat(row(JobView.details(Shown.job(suite)), "warning")).contains(warning);
        assertThat(row(SetView.details(Shown.set(suite), null), "sealed with")).startsWith(mark);
        assertThat(row(SetView.details(Shown.set(suite), null), "warning")).contains(warning);
        assertThat(SetJson.text(Shown.set(suite), null))
                .contains("\"warning\":\"")
                .contains(warning);
    }

    private static String row(List<List<String>> rows, String name) {
        return rows.stream()
                .filter(row -> row.getFirst().equals(name))
                .map(List::getLast)
                .findFirst()
                .orElse("");
    }

    @Test
    void suiteNoneIsMarkedInListsAndDetailsOfJobsAndSets() {
        marked(Suite.NONE, "NOT ENCRYPTED", "suite none");
    }

    @Test
    void tripleDesIsMarkedInListsAndDetailsOfJobsAndSets() {
        marked(Suite.TRIPLE_DES_3KEY, "TRIPLE_DES_3KEY (LEGACY)", "NIST SP 800-131A");
    }

    /** K6: replication that is weaker than the standard shows in every set that was made with it. */
    @Test
    void weakReplicationIsMarkedInTheDetailsOfASet() {
        assertThat(row(SetView.details(Shown.set(Suite.AES_256, new TopicCopies(1, 1)), null), "topics"))
                .startsWith("WEAK: 1 copy of each record, 1 before a write counts");
        assertThat(row(SetView.details(Shown.set(Suite.AES_256, new TopicCopies(3, 1)), null), "topics"))
                .startsWith("WEAK: 3 copies of each record, 1 before a write counts");
        assertThat(row(SetView.details(Shown.set(Suite.AES_256, new TopicCopies(3, 2)), null), "topics"))
                .isEqualTo("3 copies of each record, 2 before a write counts");
        assertThat(row(SetView.details(Shown.set(Suite.AES_256, null), null), "topics"))
                .isEmpty();
        assertThat(SetJson.text(Shown.set(Suite.AES_256, new TopicCopies(1, 1)), null))
                .contains("\"topics\":{\"copies\":1,\"inSync\":1}");
    }

    @Test
    void whatIsAsItShouldBeHasNoWarning() {
        assertThat(row(JobView.details(Shown.job(Suite.AES_256)), "warning")).isEmpty();
        assertThat(row(SetView.details(Shown.set(Suite.AES_256), null), "warning"))
                .isEmpty();
        assertThat(SetJson.text(Shown.set(Suite.AES_256), null)).doesNotContain("warning");
    }
}

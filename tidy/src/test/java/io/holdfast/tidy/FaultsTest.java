package io.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of faults and the tests agree: each test in it is there and says the fault's id, and each that says one is in it. */
class FaultsTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z]\\d+) \\|(.*)\\|([^|]*)\\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    /** A docstring that begins with ids, annotations, and the name of the method below. */
    private static final Pattern SAID = Pattern.compile(
            "/\\*\\* ([A-Z]\\d+(?:, [A-Z]\\d+)*): [^/]*\\*/\\s+(?:@[^\\n]*\\n\\s*(?:\"[^\\n]*\\n\\s*)*(?:}\\)\\s*)?)*[^(/;{}]*?(\\w+)\\(");

    @Test
    void everyTestOfTheTableSaysItsFaultAndEveryTestThatSaysAFaultIsInTheTable() throws IOException {
        Map<String, String> tests = new TreeMap<>();
        for (Path file : Sources.java("src/test/java")) {
            tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
        }
        tests.remove(getClass().getSimpleName());
        Set<String> table = table(Files.readString(Sources.root().resolve("docs/faults.md")));
        assertThat(table).hasSizeGreaterThan(70);
        assertThat(said(tests)).containsExactlyInAnyOrderElementsOf(table);
    }

    @Test
    void eachRowHasATestAndNoneStandsTwice() throws IOException {
        List<String> ids = new ArrayList<>();
        Matcher rows = ROW.matcher(Files.readString(Sources.root().resolve("docs/faults.md")));
        while (rows.find()) {
            ids.add(rows.group(1));
            assertThat(rows.group(2)).as(rows.group(1)).isNotBlank();
            assertThat(TEST.matcher(rows.group(3)).find()).as(rows.group(1)).isTrue();
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates().contains("C1", "J1", "K1", "R1", "S1");
    }

    @Test
    void aDifferenceIsFound() {
        String source = """
                    /** R1, R2: words. */
                    @ParameterizedTest
                    @CsvSource({
                        "a, b",
                        "c, d"
                    })
                    void one(String word) {
                        two();
                    }

                    /** Of no fault: words. */
                    @Test
                    void two() {}
                """;
        assertThat(said(Map.of("OneTest", source))).containsExactly("R1 OneTest#one", "R2 OneTest#one");
        assertThat(table("| R1 | words | `OneTest#one`, `OtherTest#two` |\n| R12 | words | `OneTest#three` |"))
                .containsExactly("R1 OneTest#one", "R1 OtherTest#two", "R12 OneTest#three");
    }

    private static Set<String> table(String page) {
        Set<String> found = new TreeSet<>();
        Matcher rows = ROW.matcher(page);
        while (rows.find()) {
            Matcher tests = TEST.matcher(rows.group(3));
            while (tests.find()) {
                found.add(rows.group(1) + " " + tests.group(1) + "#" + tests.group(2));
            }
        }
        return found;
    }

    private static Set<String> said(Map<String, String> sources) {
        Set<String> found = new TreeSet<>();
        sources.forEach((name, source) -> {
            Matcher said = SAID.matcher(source);
            while (said.find()) {
                for (String id : said.group(1).split(", ", -1)) {
                    found.add(id + " " + name + "#" + said.group(2));
                }
            }
        });
        return found;
    }
}

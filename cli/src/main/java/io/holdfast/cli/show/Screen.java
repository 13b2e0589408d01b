package io.holdfast.cli.show;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.holdfast.protocol.failure.Failure;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;

/** Where a command writes: results to one stream, words about the work to the other. */
public final class Screen {
    private final PrintStream results;
    private final PrintStream words;

    /** Results and words may be the same stream. */
    public Screen(PrintStream results, PrintStream words) {
        this.results = results;
        this.words = words;
    }

    /** The process's own standard output and error. */
    public static Screen standard() {
        return new Screen(System.out, System.err);
    }

    /** A line about the work. */
    public void say(String line) {
        words.println(line);
        words.flush();
    }

    /** A result line. */
    public void result(String line) {
        results.println(line);
        results.flush();
    }

    /** A table: the heads of the columns, then rows of as many cells. */
    public void table(List<String> heads, List<List<String>> rows) {
        List<Integer> columns = IntStream.range(0, heads.size()).boxed().toList();
        results.println(AsciiTable.getTable(
                AsciiTable.NO_BORDERS,
                rows,
                columns.stream()
                        .map(i -> new Column()
                                .header(heads.get(i))
                                .headerAlign(HorizontalAlign.LEFT)
                                .dataAlign(numeric(rows, i) ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
                                .maxWidth(120)
                                .with((List<String> row) -> row.get(i)))
                        .toList()));
        results.flush();
    }

    private static boolean numeric(List<List<String>> rows, int column) {
        return !rows.isEmpty()
                && rows.stream().allMatch(row -> row.get(column).matches("[-–0-9.,]+( ?[KMGTP]?i?B(/s)?| s| %)?"));
    }

    /** A failure: what, the hint, and the stable code. */
    public void failure(Failure failure) {
        say("holdfast: " + failure.what());
        say("  what to do: " + failure.hint());
        say("  code: " + failure.code().code());
    }
}

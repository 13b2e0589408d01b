package io.holdfast.cli.demo;

import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.cli.show.SetView;
import io.holdfast.cli.show.Sizes;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the demo proved, line by line; one line that fails makes the demo fail. */
final class DemoReport {
    private static final String HOLDS = "ok";
    private static final JsonCodec<Json> CODEC = JsonCodec.of(Json.class);

    private final List<List<String>> checks = new ArrayList<>();
    private final List<List<String>> facts = new ArrayList<>();
    private int failed;

    /** A line that must hold. */
    void check(String what, String found, Verdict verdict) {
        checks.add(List.of(verdict == Verdict.HOLDS ? HOLDS : "FAILED", what, found));
        if (verdict == Verdict.FAILS) {
            failed++;
        }
    }

    /** Whether a line holds. */
    enum Verdict {
        HOLDS,
        FAILS
    }

    /** A line that only tells. */
    void fact(String what, String value) {
        facts.add(List.of(what, value));
    }

    /** A table's content against what it must be. */
    void table(String table, TableHash expected, TableHash found) {
        check(
                "table " + table + " is the same",
                found.rows() + " rows, hash " + found
                        + (found.equals(expected) ? "" : "; expected " + expected.rows() + " rows, " + expected),
                found.equals(expected) ? Verdict.HOLDS : Verdict.FAILS);
    }

    /** What the manifest tells: page checksums, the workers' shares, sizes. */
    void manifest(ManifestBody body, int workers) {
        check(
                "page checksums",
                String.format(
                        Locale.ROOT,
                        "%,d checked, %d wrong",
                        body.totals().pagesChecked(),
                        body.totals().badPageCount()),
                body.totals().pagesChecked() > 0 && body.totals().badPageCount() == 0 ? Verdict.HOLDS : Verdict.FAILS);
        Map<String, Long> shares = body.totals().workers();
        check(
                "every worker did stripes",
                String.join(
                        ", ",
                        shares.entrySet().stream()
                                .map(share -> share.getKey() + ": " + share.getValue())
                                .sorted()
                                .toList()),
                shares.size() == workers && shares.values().stream().allMatch(n -> n > 0)
                        ? Verdict.HOLDS
                        : Verdict.FAILS);
        fact("set", body.set().text());
        fact("log positions", body.startLsn() + " to " + body.stopLsn());
        fact(
                "sealed with",
                body.options().suite().label() + ", "
                        + SetView.compression(body.options().compression()));
        fact(
                "size",
                Sizes.of(body.totals().dataBytes()) + " read, "
                        + Sizes.of(body.totals().sealedBytes()) + " stored, ratio "
                        + Sizes.ratio(body.totals().dataBytes(), body.totals().sealedBytes()));
    }

    /** How long a step took, and its rate. */
    void rate(String what, ByteCount bytes, Duration time) {
        fact(what, Sizes.of(time) + ", " + Sizes.rate(bytes, time));
    }

    /**
     * The report as JSON.
     *
     * @param proven whether every check holds
     */
    record Json(boolean proven, List<Check> checks, List<Fact> facts) {}

    /** A line that must hold, and whether it does. */
    record Check(boolean holds, String check, String found) {}

    /** A line that only tells. */
    record Fact(String fact, String value) {}

    private String json() {
        return CODEC.text(new Json(
                failed == 0,
                checks.stream()
                        .map(line -> new Check(line.getFirst().equals(HOLDS), line.get(1), line.getLast()))
                        .toList(),
                facts.stream()
                        .map(line -> new Fact(line.getFirst(), line.getLast()))
                        .toList()));
    }

    /** Prints everything; true when every check holds. */
    boolean print(Screen screen, Form form) {
        if (form == Form.JSON) {
            screen.result(json());
            return failed == 0;
        }
        screen.result("");
        screen.table(List.of("", "check", "found"), checks);
        screen.result("");
        screen.table(List.of("fact", "value"), facts);
        screen.result("");
        screen.result(
                failed == 0
                        ? "All " + checks.size() + " checks hold: the restored database is the one that was lost."
                        : failed + " of " + checks.size() + " checks FAILED.");
        return failed == 0;
    }
}

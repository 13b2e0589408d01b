package io.holdfast.cli.bench;

import io.holdfast.cli.CliFailure;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.cli.show.Sizes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs the contenders turn by turn and prints medians, spreads, and ratios to the one that is named last in the list. The first round
 * warms everything up and is not counted.
 */
final class Peers {
    private final Screen screen;
    private final Path source;
    private final List<Contender> contenders;
    private final Map<Contender, List<Usage>> backups = new LinkedHashMap<>();
    private final Map<Contender, List<Usage>> restores = new LinkedHashMap<>();
    private final Map<Contender, Long> stored = new LinkedHashMap<>();

    /** Restored directories are held against {@code source}, the database's data directory. */
    Peers(Screen screen, Path source, List<Contender> contenders) {
        this.screen = screen;
        this.source = source;
        this.contenders = contenders;
    }

    void run(int rounds) {
        for (int round = 0; round <= rounds; round++) {
            for (Contender contender : turn(round)) {
                settle();
                Usage backup = contender.backUp();
                stored.put(contender, contender.storedBytes());
                settle();
                Usage restore = contender.restore();
                // Outside the timing: what is fast and wrong must not count.
                RestoredFiles.requireSame(source, contender.restored());
                contender.clean();
                String which = round == 0 ? "warm-up" : "round " + round + " of " + rounds;
                screen.say(String.format(
                        Locale.ROOT,
                        "%s, %s: backup %.2f s, restore %.2f s",
                        which,
                        contender.name(),
                        backup.seconds(),
                        restore.seconds()));
                if (round > 0) {
                    backups.computeIfAbsent(contender, c -> new ArrayList<>()).add(backup);
                    restores.computeIfAbsent(contender, c -> new ArrayList<>()).add(restore);
                }
            }
        }
    }

    /** Another one begins each round, so that nobody always follows the same one. */
    private List<Contender> turn(int round) {
        List<Contender> order = new ArrayList<>(contenders);
        Collections.rotate(order, -round);
        return order;
    }

    /** What others have written goes to the disk before the clock starts: they are charged for it, not who comes next. */
    private static void settle() {
        try {
            int unused = new ProcessBuilder("sync").inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new Permanent(CliFailure.BENCH_FAILED, "cannot run sync: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(CliFailure.BENCH_FAILED, "interrupted", e);
        }
    }

    void print(Form form, ByteCount database) {
        if (form == Form.JSON) {
            screen.result(report(database).json());
            return;
        }
        screen.result("");
        screen.result("Database: " + Sizes.of(database) + "; "
                + Runtime.getRuntime().availableProcessors() + " processors; medians (lowest to highest); ratios to "
                + contenders.getLast().name() + " in the same run.");
        table("backup", backups);
        table("restore", restores);
        screen.result("");
        for (Contender contender : contenders) {
            screen.result(contender.name() + " (" + contender.version() + ")");
            contender.settings().forEach(line -> screen.result("  " + line));
        }
    }

    private BenchReport report(ByteCount database) {
        return new BenchReport(
                database,
                Runtime.getRuntime().availableProcessors(),
                contenders.stream()
                        .map(tool -> new BenchReport.Tool(
                                tool.name(),
                                tool.version(),
                                tool.settings(),
                                ByteCount.of(stored.getOrDefault(tool, 0L)),
                                took(backups, tool),
                                took(restores, tool)))
                        .toList());
    }

    private static List<BenchReport.Took> took(Map<Contender, List<Usage>> measured, Contender tool) {
        return measured.getOrDefault(tool, List.of()).stream()
                .map(BenchReport.Took::of)
                .toList();
    }

    private void table(String what, Map<Contender, List<Usage>> measured) {
        List<String> heads = List.of(
                what,
                "seconds",
                "ratio",
                "CPU s",
                "ratio",
                "servers' CPU s",
                "stored",
                "ratio",
                "peak memory",
                "ratio");
        List<List<String>> rows = new ArrayList<>();
        Contender last = contenders.getLast();
        for (Contender contender : contenders) {
            List<Usage> usages = measured.getOrDefault(contender, List.of());
            List<Usage> base = measured.getOrDefault(last, List.of());
            rows.add(List.of(
                    contender.name(),
                    spread(usages, Usage::seconds),
                    ratio(usages, base, Usage::seconds),
                    spread(usages, Usage::cpuSeconds),
                    ratio(usages, base, Usage::cpuSeconds),
                    spread(usages, Usage::serverCpuSeconds),
                    Sizes.of(ByteCount.of(stored.getOrDefault(contender, 0L))),
                    String.format(
                            Locale.ROOT,
                            "%.3f",
                            (double) stored.getOrDefault(contender, 0L) / stored.getOrDefault(last, 1L)),
                    Sizes.of(ByteCount.of((long) median(usages, Usage::peakBytes))),
                    ratio(usages, base, Usage::peakBytes)));
        }
        screen.result("");
        screen.table(heads, rows);
    }

    private static String spread(List<Usage> usages, ToDoubleFunction<Usage> figure) {
        double[] sorted = usages.stream().mapToDouble(figure).sorted().toArray();
        return sorted.length == 0
                ? "–"
                : String.format(
                        Locale.ROOT,
                        "%.2f (%.2f to %.2f)",
                        sorted[sorted.length / 2],
                        sorted[0],
                        sorted[sorted.length - 1]);
    }

    /** The median of the ratios round by round: both were measured within seconds of each other. */
    private static String ratio(List<Usage> usages, List<Usage> base, ToDoubleFunction<Usage> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(usages.size(), base.size()); i++) {
            ratios.add(figure.applyAsDouble(usages.get(i)) / Math.max(1e-9, figure.applyAsDouble(base.get(i))));
        }
        double[] sorted =
                ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? "–" : String.format(Locale.ROOT, "%.2f", sorted[sorted.length / 2]);
    }

    private static double median(List<Usage> usages, ToDoubleFunction<Usage> figure) {
        double[] sorted = usages.stream().mapToDouble(figure).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}

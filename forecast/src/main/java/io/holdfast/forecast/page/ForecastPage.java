package io.holdfast.forecast.page;

import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.Sample;
import io.holdfast.forecast.point.Stretch;
import io.holdfast.forecast.result.Forecast;
import io.holdfast.forecast.result.Percentiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A forecast as one page of HTML that needs nothing beside it: plots are drawn into it. */
public final class ForecastPage {
    private static final double MEBIBYTE = 1024.0 * 1024;

    private static final String STYLE = """
            body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
            table{border-collapse:collapse}td,th{padding:.2rem .8rem;border-bottom:1px solid #ddd;text-align:left}
            svg{max-width:100%;height:auto}pre{background:#f6f6f6;padding:1rem;overflow:auto}""";

    private ForecastPage() {}

    /** {@code text} is what is printed for people. */
    public static String of(Forecast forecast, Stretch stretch, List<String> text) {
        String title = "What encryption would add: " + forecast.basis().from() + " to "
                + forecast.basis().to();
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%1$s</title><style>%2$s</style></head><body>
                <h1>%1$s</h1>
                <p>Made %3$s. The method is a reconstruction; see the manual.</p>
                <pre>%4$s</pre>
                <h2>Forecast against what was measured</h2>
                %5$s
                <h2>Processors over time</h2>
                %6$s
                <h2>Reading and writing over time</h2>
                %7$s
                </body></html>
                """.formatted(
                        escaped(title),
                        STYLE,
                        forecast.made(),
                        escaped(String.join("\n", text)),
                        bars(forecast),
                        processors(forecast, stretch),
                        bytes(stretch));
    }

    private static String bars(Forecast forecast) {
        Forecast.Likely likely = forecast.likely();
        return Plot.bars(
                "Seconds: as it was, and P50 with encryption (bars: P5 to P95)",
                List.of("processor time", "elapsed"),
                new double[] {forecast.basis().cpu(), forecast.basis().elapsed()},
                new Percentiles[] {likely.cpu(), likely.elapsed()});
    }

    private static String processors(Forecast forecast, Stretch stretch) {
        double share = forecast.basis().cpu() == 0
                ? 1
                : forecast.likely().cpu().p50() / forecast.basis().cpu();
        Plot.Line server = line("server", stretch, span -> span.process().cpuMillis() / 1e3 / span.seconds());
        return Plot.lines(
                "Processors at work",
                "processors",
                List.of(
                        server,
                        line("machine", stretch, span -> span.host().busyMillis() / 1e3 / span.seconds()),
                        new Plot.Line(
                                "server with encryption, P50",
                                server.seconds(),
                                server.values().stream()
                                        .map(value -> value * share)
                                        .toList())));
    }

    private static String bytes(Stretch stretch) {
        return Plot.lines(
                "MiB in a second",
                "MiB/s",
                List.of(
                        line("read", stretch, span -> rate(span, Counter.READ_BYTES)),
                        line("written", stretch, span -> rate(span, Counter.WRITTEN_BYTES)),
                        line("log", stretch, span -> rate(span, Counter.LOG_BYTES))));
    }

    private static double rate(Stretch.Span span, Counter counter) {
        return span.of(counter) / MEBIBYTE / span.seconds();
    }

    private static Plot.Line line(String name, Stretch stretch, ToDoubleFunction<Stretch.Span> value) {
        List<Double> seconds = new ArrayList<>();
        List<Sample> samples = stretch.samples();
        for (Sample sample : samples.subList(1, samples.size())) {
            seconds.add(Duration.between(samples.getFirst().at(), sample.at()).toMillis() / 1e3);
        }
        return new Plot.Line(
                name,
                seconds,
                stretch.spans().stream().map(value::applyAsDouble).collect(Collectors.toList()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

package io.holdfast.runtime.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All metrics of the product, for the reference page. */
public final class MetricCatalogue {
    private static final Pattern FORM = Pattern.compile("holdfast(\\.[a-z][a-z0-9]*)+");

    private static final Set<String> IN_NAMES = Set.of("bytes", "seconds");

    private MetricCatalogue() {}

    /**
     * One table for each module.
     *
     * @param modules title and metrics, in the page's order
     * @throws IllegalStateException when a name is not of its form or stands twice
     */
    public static String markdown(Map<String, List<? extends MetricName>> modules) {
        List<String> seen = new ArrayList<>();
        StringBuilder page = new StringBuilder();
        modules.forEach((title, metrics) -> {
            page.append("## ")
                    .append(title)
                    .append("\n\n| metric | Prometheus | kind | unit | meaning |\n|---|---|---|---|---|\n");
            for (MetricName metric : metrics) {
                if (!FORM.matcher(metric.metric()).matches() || seen.contains(metric.metric())) {
                    throw new IllegalStateException(
                            "the metric's name is not of its form or not unique: " + metric.metric());
                }
                seen.add(metric.metric());
                page.append(row(metric));
            }
            page.append('\n');
        });
        return page.toString();
    }

    private static String row(MetricName metric) {
        return "| `%s` | `%s` | %s | %s | %s |\n"
                .formatted(
                        metric.metric(),
                        prometheus(metric),
                        metric.kind().name().toLowerCase(Locale.ROOT),
                        metric.unit(),
                        metric.meaning());
    }

    /** The name as Prometheus shows it; a timer and a summary also have _count and _max. */
    static String prometheus(MetricName metric) {
        String name = metric.metric().replace('.', '_');
        String unit = metric.kind() == MetricName.Kind.TIMER ? "seconds" : suffix(metric);
        String withUnit = unit == null || name.endsWith("_" + unit) ? name : name + "_" + unit;
        return switch (metric.kind()) {
            case COUNTER -> withUnit + "_total";
            case GAUGE -> withUnit;
            case TIMER, SUMMARY -> withUnit + "_sum";
        };
    }

    /** The unit that is part of the name; counted things are named by the name itself. */
    static @Nullable String suffix(MetricName metric) {
        return IN_NAMES.contains(metric.unit()) ? metric.unit() : null;
    }
}

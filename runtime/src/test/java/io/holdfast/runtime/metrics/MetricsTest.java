package io.holdfast.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MetricsTest {
    enum SampleMetric implements MetricName {
        SEALED("holdfast.sample.stripes.sealed", "Stripes sealed.", "stripes", Kind.COUNTER),
        CALL("holdfast.sample.call", "How long a call takes.", "seconds", Kind.TIMER),
        BYTES("holdfast.sample.chunk", "Bytes of a chunk.", "bytes", Kind.SUMMARY),
        OPEN("holdfast.sample.open", "Open sessions.", "sessions", Kind.GAUGE);

        private final String metric;
        private final String meaning;
        private final String unit;
        private final Kind kind;

        SampleMetric(String metric, String meaning, String unit, Kind kind) {
            this.metric = metric;
            this.meaning = meaning;
            this.unit = unit;
            this.kind = kind;
        }

        @Override
        public String metric() {
            return metric;
        }

        @Override
        public String meaning() {
            return meaning;
        }

        @Override
        public String unit() {
            return unit;
        }

        @Override
        public Kind kind() {
            return kind;
        }
    }

    @Test
    void whatTheCatalogueCallsAMetricIsWhatPrometheusSees() {
        try (Metrics metrics = Metrics.of("sample")) {
            metrics.counter(SampleMetric.SEALED, "instance", "pg").increment(3);
            metrics.timer(SampleMetric.CALL).record(Duration.ofMillis(250));
            metrics.summary(SampleMetric.BYTES).record(10);
            metrics.gauge(SampleMetric.OPEN, () -> 2);

            String text = metrics.scrape();
            for (SampleMetric metric : SampleMetric.values()) {
                assertThat(text).contains("\n" + MetricCatalogue.prometheus(metric) + "{");
            }
            assertThat(text)
                    .contains("holdfast_sample_stripes_sealed_total{instance=\"pg\",role=\"sample\"} 3.0")
                    .contains("jvm_memory_used_bytes");
        }
    }

    @Test
    void aMetricUsedAsAnotherKindIsADefect() {
        try (Metrics metrics = Metrics.of("sample")) {
            assertThatThrownBy(() -> metrics.counter(SampleMetric.CALL)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theReferencePageListsEveryMetric() {
        assertThat(MetricCatalogue.markdown(Map.of("sample", List.of(SampleMetric.values()))))
                .contains("| `holdfast.sample.call` | `holdfast_sample_call_seconds_sum` | timer | seconds |"
                        + " How long a call takes. |");
    }
}

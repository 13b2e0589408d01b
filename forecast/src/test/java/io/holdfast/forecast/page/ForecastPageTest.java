package io.holdfast.forecast.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.forecast.result.Loads;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastPageTest {
    @Test
    void thePageNeedsNothingBesideItAndShowsWhatItIsGivenAsText() {
        String page = ForecastPage.of(Loads.forecast(60), Loads.steady(60), List.of("a <b> & c"));
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("a &lt;b&gt; &amp; c", "from to to", "reconstruction")
                .doesNotContain("<script", "<link", "src=", "@import");
        assertThat(page.split("<svg", -1)).hasSize(4);
        assertThat(page.split("</svg>", -1)).hasSize(4);
    }
}

package io.holdfast.forecast.page;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.result.Percentiles;
import io.holdfast.protocol.failure.Permanent;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots as SVG. */
final class Plot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 360;

    private Plot() {}

    /** A line of values over time. */
    record Line(String name, List<Double> seconds, List<Double> values) {
        Line {
            seconds = List.copyOf(seconds);
            values = List.copyOf(values);
        }
    }

    static String lines(String title, String unit, List<Line> lines) {
        return drawn(() -> {
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .xAxisTitle("seconds")
                    .yAxisTitle(unit)
                    .build();
            quiet(chart.getStyler());
            chart.getStyler().setYAxisMin(0.0);
            lines.forEach(line ->
                    chart.addSeries(line.name(), line.seconds(), line.values()).setMarker(SeriesMarkers.NONE));
            return chart;
        });
    }

    static String bars(String title, List<String> names, double[] measured, Percentiles[] forecast) {
        return drawn(() -> {
            CategoryChart chart = new CategoryChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .yAxisTitle("seconds")
                    .build();
            quiet(chart.getStyler());
            List<Double> none = DoubleStream.of(measured).map(each -> 0).boxed().toList();
            chart.addSeries("measured", names, DoubleStream.of(measured).boxed().toList(), none);
            // The library's bars of error reach as far down as up, so that the wider half is shown.
            chart.addSeries(
                    "forecast",
                    names,
                    Arrays.stream(forecast).map(Percentiles::p50).toList(),
                    Arrays.stream(forecast)
                            .map(one -> Math.max(one.p95() - one.p50(), one.p50() - one.p5()))
                            .toList());
            return chart;
        });
    }

    private static void quiet(Styler styler) {
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(Styler.LegendLayout.Horizontal);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setLegendBorderColor(Color.WHITE);
    }

    private static String drawn(Supplier<Chart<?, ?>> maker) {
        System.setProperty("java.awt.headless", "true");
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        try {
            VectorGraphicsEncoder.saveVectorGraphic(maker.get(), svg, VectorGraphicsFormat.SVG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (LinkageError | InternalError | NullPointerException e) {
            // How a Java without fonts says so depends on what is missing.
            throw new Permanent(ForecastFailure.NO_FONTS, "the plots cannot be drawn: " + e, e);
        }
        String text = svg.toString(StandardCharsets.UTF_8);
        return text.substring(text.indexOf("<svg"));
    }
}

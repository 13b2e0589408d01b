package io.holdfast.cli.show;

import io.holdfast.forecast.point.SavePoint;
import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A save point as a table. */
public record SavePointView(Screen screen) {
    /** Shows all of it. */
    public void show(SavePoint point) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("save point", point.name()));
        rows.add(List.of("time", point.sample().at().toString()));
        rows.add(List.of("machine", point.host().name() + ", " + point.host().processors() + " processors"));
        rows.add(
                List.of("server", point.server().engine() + " " + point.server().version()));
        rows.add(List.of("running since", point.server().started().toString()));
        rows.add(List.of("data", Sizes.of(ByteCount.of(point.server().dataBytes()))));
        rows.add(List.of(
                "its processor time",
                Sizes.of(Duration.ofMillis(point.sample().process().cpuMillis()))));
        new TreeMap<>(point.sample().counters())
                .forEach((counter, value) -> rows.add(List.of(
                        counter.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        counter.name().endsWith("BYTES") ? Sizes.of(ByteCount.of(value)) : Long.toString(value))));
        rows.add(List.of("calibration", point.calibration().isEmpty() ? "none yet" : point.calibration()));
        screen.table(List.of("", ""), rows);
    }
}

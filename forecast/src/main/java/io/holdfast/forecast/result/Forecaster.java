package io.holdfast.forecast.result;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.point.HostUse;
import io.holdfast.forecast.point.SavePoint;
import io.holdfast.forecast.point.ServerFacts;
import io.holdfast.forecast.point.Stretch;
import io.holdfast.protocol.failure.Permanent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Makes a forecast of what was done and how fast the machine is. */
public record Forecaster(Calibration calibration, Assumptions assumptions) {
    private static final double MUCH_STEAL = 0.02;
    private static final double MANY_WAITS = 0.1;
    private static final int ENOUGH_SAMPLES = 60;

    /** {@link Permanent} when the calibration is of another machine, or lacks the cipher. */
    public Forecast forecast(Stretch stretch, Instant now) {
        SavePoint to = stretch.to();
        refuseOtherMachine(to);
        Costs costs = Costs.of(calibration, assumptions.cipher(), to.server().pageBytes());
        Stretch.Span whole = stretch.whole();
        List<Work> samples =
                stretch.spans().stream().map(span -> Work.of(span, assumptions)).toList();
        Bootstrap load = new Bootstrap(samples);
        HostUse host = whole.host();
        double all = Math.max(1, host.allMillis());
        int processors = to.host().processors();
        Futures futures = new Futures(load, costs, assumptions, processors, host.waitMillis() / all);
        Forecast.Likely likely = likely(futures, host);
        Forecast.Basis basis = new Forecast.Basis(
                stretch.from().name(),
                to.name(),
                to.host(),
                to.server(),
                calibration.id(),
                assumptions,
                samples.size(),
                whole.seconds(),
                load.whole().cpuSeconds(),
                load.whole().decrypted(),
                load.whole().encrypted(),
                host.waitMillis() / all,
                host.stealMillis() / all);
        return new Forecast(
                "forecast-" + now.toString().replaceAll("[^0-9TZ]", ""),
                now,
                basis,
                source(load.whole(), costs, processors),
                likely,
                Rewriting.of(to.server(), costs, assumptions),
                doubts(basis, load));
    }

    private void refuseOtherMachine(SavePoint point) {
        if (!calibration.host().name().equals(point.host().name())
                || calibration.host().processors() != point.host().processors()) {
            throw new Permanent(
                    ForecastFailure.CALIBRATION_OTHER_HOST,
                    "the calibration " + calibration.id() + " is of "
                            + calibration.host().name() + " with "
                            + calibration.host().processors() + " processors, the save point " + point.name() + " of "
                            + point.host().name() + " with " + point.host().processors());
        }
    }

    /** The formulas are our reconstruction; docs/forecast.md has them. */
    private static Forecast.Source source(Work work, Costs costs, int processors) {
        double low = work.encrypted() * costs.encrypt().middle()
                + work.decrypted() * costs.decrypt().middle();
        double high = low + work.operations() * costs.context();
        double cpu = work.cpuSeconds();
        double time = work.seconds();
        return new Forecast.Source(
                new Interval(cpu + low, cpu + high),
                new Interval(Math.max(time, (cpu + low) / processors), time + high));
    }

    private static Forecast.Likely likely(Futures futures, HostUse host) {
        List<Futures.Future> drawn = futures.draw(EnumSet.noneOf(Unsure.class));
        Percentiles added = Percentiles.of(drawn, Futures.Future::added);
        double all = Math.max(1, host.allMillis());
        // What others on the iron take is not there for us, and so counts as taken.
        double before = (host.busyMillis() + host.stealMillis()) / all;
        double after = before + added.p50() * 1e3 / all;
        return new Forecast.Likely(
                added,
                Percentiles.of(drawn, Futures.Future::cpu),
                Percentiles.of(drawn, Futures.Future::elapsed),
                Percentiles.of(drawn, Futures.Future::front),
                Percentiles.of(drawn, Futures.Future::behind),
                Headroom.of(futures.processors(), before),
                Headroom.of(futures.processors(), after),
                futures.widest(added.width()));
    }

    private List<String> doubts(Forecast.Basis basis, Bootstrap load) {
        List<String> doubts = new ArrayList<>();
        Map<String, String> settings = basis.server().settings();
        if (!load.resamples()) {
            doubts.add("There are " + basis.samples()
                    + " samples, too few to draw other courses of the load from: follow the load with" + " --follow.");
        } else if (basis.samples() < ENOUGH_SAMPLES) {
            doubts.add(
                    "The load was followed for less than a minute: longer cycles, such as checkpoints, may be missing.");
        }
        if (basis.stealShare() > MUCH_STEAL) {
            doubts.add(
                    "Other machines on the same iron took a part of the processors, and may take another next time.");
        }
        if (basis.waitShare() > MANY_WAITS) {
            doubts.add("Processors waited for disks: how much of the ciphers' work hides there is guessed.");
        }
        if (!calibration.host().bootId().equals(basis.host().bootId())) {
            doubts.add("The calibration was made before the machine was started anew.");
        }
        if (assumptions.layer() == Assumptions.Layer.ENGINE) {
            doubts.add("What the engine adds to the cipher is taken from: "
                    + assumptions.read().origin() + ".");
        }
        if (!"OFF".equals(settings.getOrDefault("innodb_encrypt_tables", "OFF"))) {
            doubts.add("The server encrypts tables already, so that a part of what is forecast is in the figures.");
        }
        if (basis.server().engine() == ServerFacts.Engine.POSTGRESQL
                && assumptions.layer() == Assumptions.Layer.ENGINE) {
            doubts.add(
                    "What PostgreSQL's backends write themselves is counted as background, though somebody waits for it.");
        }
        doubts.add("Another size of the data, of the buffer pool, or another load makes it another forecast.");
        return doubts;
    }
}

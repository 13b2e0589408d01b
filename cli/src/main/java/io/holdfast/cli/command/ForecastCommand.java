package io.holdfast.cli.command;

import io.holdfast.cli.show.CalibrationView;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.StepBar;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.calibrate.Calibrator;
import io.holdfast.forecast.io.Proc;
import io.holdfast.forecast.io.StateFolder;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "forecast",
        description = "Forecasts what encryption at rest will cost a database, before it is turned on.",
        subcommands = {ForecastCommand.Calibrate.class, SavePointCommand.class, ForecastResultCommand.class},
        footer = {"", "Examples:", "  holdfast forecast calibrate"})
final class ForecastCommand implements Runnable {
    static final Path PROC = Path.of("/proc");

    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast forecast calibrate, save-point or result");
    }

    /** Where everything is kept. */
    static final class Place {
        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "Where calibrations, save points and forecasts are kept (default: holdfast/forecast in"
                        + " $XDG_STATE_HOME or ~/.local/state).")
        @Nullable
        Path folder;

        StateFolder state(Map<String, String> env) {
            if (folder != null) {
                return new StateFolder(folder);
            }
            String states = env.getOrDefault("XDG_STATE_HOME", "");
            Path parent =
                    states.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(states);
            return new StateFolder(parent.resolve("holdfast").resolve("forecast"));
        }
    }

    @Command(
            name = "calibrate",
            description =
                    "Measures how fast this machine encrypts and decrypts pages: run it on the database's own server.",
            footer = {
                "",
                "Examples:",
                "  holdfast forecast calibrate",
                "  holdfast forecast calibrate --seconds 60 --json"
            })
    static final class Calibrate implements Callable<Integer> {
        @ParentCommand
        ForecastCommand forecast;

        @Option(
                names = "--seconds",
                paramLabel = "N",
                defaultValue = "20",
                converter = OptionTypes.Seconds.class,
                description = "About how long in all, 2 to 3600 (default 20).")
        int seconds;

        @Mixin
        Place place;

        @Mixin
        FormOptions output;

        @Override
        public Integer call() {
            Calibration calibration;
            try (StepBar bar = new StepBar(forecast.holdfast.screen())) {
                calibration =
                        new Calibrator(System::nanoTime, bar::next).run(new Proc(PROC).host(), Instant.now(), seconds);
            }
            Path file = place.state(forecast.holdfast.env()).keep(calibration);
            if (output.form() == Form.JSON) {
                forecast.holdfast.screen().result(StateFolder.json(calibration));
            } else {
                new CalibrationView(forecast.holdfast.screen()).show(calibration);
            }
            forecast.holdfast.screen().say("kept in " + file);
            return ExitCode.OK.number();
        }
    }
}

package io.holdfast.cli.command;

import io.holdfast.cli.show.ForecastView;
import io.holdfast.cli.show.Form;
import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.calibrate.PageCipher;
import io.holdfast.forecast.io.StateFolder;
import io.holdfast.forecast.page.ForecastPage;
import io.holdfast.forecast.point.Stretch;
import io.holdfast.forecast.result.Assumptions;
import io.holdfast.forecast.result.Assumptions.EngineFactor;
import io.holdfast.forecast.result.Forecast;
import io.holdfast.forecast.result.Forecaster;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "result",
        description = "Says what encryption would have added to the load between two save points.",
        footer = {
            "",
            "Examples:",
            "  holdfast forecast result start finish",
            "  holdfast forecast result start finish --cipher AES-128-CTR --log encrypted --html forecast.html",
            "  holdfast forecast result start finish --layer device --cipher AES-256-XTS --json"
        })
final class ForecastResultCommand implements Callable<Integer> {
    @ParentCommand
    ForecastCommand forecast;

    @Parameters(index = "0", paramLabel = "FROM", description = "The earlier save point.")
    String from;

    @Parameters(index = "1", paramLabel = "TO", description = "The later save point.")
    String to;

    @Option(
            names = "--cipher",
            paramLabel = "NAME",
            defaultValue = "AES-256-CBC",
            description = "Of the encryption that is planned, as calibrate prints it (default AES-256-CBC).")
    PageCipher cipher;

    @Option(
            names = "--layer",
            paramLabel = "LAYER",
            defaultValue = "engine",
            description =
                    "engine: the database encrypts pages. device: an encrypted file system or disk (default engine).")
    Assumptions.Layer layer;

    @Option(
            names = "--log",
            paramLabel = "STATE",
            defaultValue = "plain",
            description = "Whether the engine's log would be encrypted or stay plain (default plain).")
    Assumptions.Log log;

    @Option(names = "--calibration", paramLabel = "ID", description = "Which calibration (default: the newest).")
    @Nullable
    String calibration;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of what is drawn (default 1).")
    long seed;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots, too.")
    @Nullable
    Path html;

    @Mixin
    ForecastCommand.Place place;

    @Mixin
    FormOptions output;

    @Override
    public Integer call() {
        StateFolder state = place.state(forecast.holdfast.env());
        Stretch stretch = Stretch.of(state.point(from), state.point(to), state.samplesAfter(from));
        Calibration speeds = calibration == null ? state.newestCalibration() : state.calibration(calibration);
        Forecast result = new Forecaster(speeds, assumptions()).forecast(stretch, Instant.now());
        Path file = state.keep(result);
        ForecastView view = new ForecastView(result);
        if (output.form() == Form.JSON) {
            forecast.holdfast.screen().result(StateFolder.json(result));
        } else {
            view.lines().forEach(forecast.holdfast.screen()::result);
        }
        forecast.holdfast.screen().say("kept in " + file);
        if (html != null) {
            write(html, ForecastPage.of(result, stretch, view.lines()));
            forecast.holdfast.screen().say("page: " + html);
        }
        return ExitCode.OK.number();
    }

    private Assumptions assumptions() {
        EngineFactor none = new EngineFactor(1, 1, 1, "below the engine there is none");
        return layer == Assumptions.Layer.DEVICE
                ? new Assumptions(cipher, layer, log, none, none, seed)
                : new Assumptions(cipher, layer, log, EngineFactor.USUAL_READ, EngineFactor.USUAL_WRITE, seed);
    }

    private static void write(Path file, String page) {
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.PAGE_NOT_WRITTEN, file + " cannot be written: " + e, e);
        }
    }
}

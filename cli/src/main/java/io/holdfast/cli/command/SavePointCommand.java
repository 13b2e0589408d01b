package io.holdfast.cli.command;

import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.SavePointView;
import io.holdfast.forecast.io.Observer;
import io.holdfast.forecast.io.Proc;
import io.holdfast.forecast.io.StateFolder;
import io.holdfast.forecast.point.SavePoint;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "save-point",
        description =
                "Keeps the counters of a database server and of its machine under a name, and samples them if asked to.",
        footer = {
            "",
            "Examples:",
            "  holdfast forecast save-point start --url jdbc:mariadb://127.0.0.1:3306/ --user holdfast --password env:DBPASS --follow",
            "  holdfast forecast save-point finish --url jdbc:mariadb://127.0.0.1:3306/ --user holdfast --password env:DBPASS"
        })
final class SavePointCommand implements Callable<Integer> {
    private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(1);

    @ParentCommand
    ForecastCommand forecast;

    @Parameters(paramLabel = "NAME", description = "The save point's name.")
    String name;

    @Mixin
    Server server;

    @Option(
            names = "--follow",
            description = "Go on and take a sample each second, until a later save point of the same server is kept,"
                    + " --seconds have passed, or Ctrl-C.")
    boolean follow;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = OptionTypes.AtLeastOne.class,
            description = "How long to follow at most.")
    @Nullable
    Integer seconds;

    @Option(names = "--replace", description = "Replace a save point of that name.")
    boolean replace;

    @Mixin
    ForecastCommand.Place place;

    @Mixin
    FormOptions output;

    /** Which database server, and as whom. */
    static final class Server {
        @Option(
                names = "--url",
                required = true,
                paramLabel = "URL",
                description = "jdbc:postgresql://HOST:PORT/DATABASE or jdbc:mariadb://HOST:PORT/, without password.")
        String url;

        @Option(names = "--user", required = true, paramLabel = "NAME", description = "Who may read the statistics.")
        String user;

        @Option(
                names = "--password",
                required = true,
                paramLabel = "REF",
                description = "The password by reference: env:NAME or file:/path.")
        SecretRef password;

        @Option(
                names = "--pid",
                paramLabel = "N",
                description = "The server's first process, where it is not found, as in a container.")
        @Nullable
        Long pid;

        Observer connect(Holdfast holdfast) {
            Observer.Address address =
                    new Observer.Address(url, user, pid == null ? OptionalLong.empty() : OptionalLong.of(pid));
            return Observer.connect(
                    address, SecretResolver.of(holdfast.env()).resolveText(password), new Proc(ForecastCommand.PROC));
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        StateFolder state = place.state(forecast.holdfast.env());
        if (seconds != null && !follow) {
            throw Holdfast.usage("--seconds says how long to follow; it goes with --follow");
        }
        if (!replace) {
            state.requireFree(name);
        }
        try (Observer observer = server.connect(forecast.holdfast)) {
            SavePoint point = observer.savePoint(name, state.newestCalibrationId());
            Path file = state.keep(point);
            if (output.form() == Form.JSON) {
                forecast.holdfast.screen().result(StateFolder.json(point));
            } else {
                new SavePointView(forecast.holdfast.screen()).show(point);
            }
            forecast.holdfast.screen().say("kept in " + file);
            if (follow) {
                follow(observer, state, point);
            }
        }
        return ExitCode.OK.number();
    }

    private void follow(Observer observer, StateFolder state, SavePoint point) throws InterruptedException {
        Instant end = seconds == null ? Instant.MAX : Instant.now().plusSeconds(seconds);
        Instant next = Instant.now();
        int samples = 0;
        while (!state.hasLater(point)) {
            next = next.plus(BETWEEN_SAMPLES);
            if (next.isAfter(end)) {
                break;
            }
            Thread.sleep(Math.max(0, Duration.between(Instant.now(), next).toMillis()));
            state.add(name, observer.sample());
            samples++;
        }
        forecast.holdfast.screen().say(samples + " samples were kept.");
    }
}

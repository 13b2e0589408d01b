package io.holdfast.cli.command;

import io.holdfast.cli.show.Screen;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that asks a fleet. */
final class ClientOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description =
                    "The client's configuration (default: $HOLDFAST_CONFIG, else ./holdfast.yaml, else ~/.config/holdfast/holdfast.yaml).")
    @Nullable
    Path config;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    boolean json;

    /** The file that was named on the command line. */
    Optional<Path> file() {
        return Optional.ofNullable(config);
    }

    /** Where results go as this command line wants them. */
    Results results(Screen screen) {
        return new Results(screen, json ? Results.Form.JSON : Results.Form.TABLES);
    }
}

package io.holdfast.cli.command;

import io.holdfast.cli.show.Screen;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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

    @Mixin
    FormOptions output;

    /** The file that was named on the command line. */
    Optional<Path> file() {
        return Optional.ofNullable(config);
    }

    /** Where results go as this command line wants them. */
    Results results(Screen screen) {
        return new Results(screen, output.form());
    }
}

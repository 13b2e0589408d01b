package io.holdfast.cli;

import io.holdfast.cli.command.Holdfast;
import io.holdfast.cli.command.OptionTypes;
import io.holdfast.cli.show.Screen;
import io.holdfast.messaging.send.ConnectionWatch;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.log.LogFormat;
import io.holdfast.runtime.log.LogLevel;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.log.Logging;
import io.holdfast.runtime.process.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The holdfast command. */
public final class Main {
    /**
     * A command speaks for itself; what its parts would log is shown only when it is an error, but for warnings of a restore and for Kafka
     * that goes away while a job is followed.
     */
    private static final LogSettings QUIET = new LogSettings(
            LogFormat.TEXT,
            LogLevel.ERROR,
            Map.of(
                    "org.apache.kafka",
                    LogLevel.ERROR,
                    "io.holdfast.agent",
                    LogLevel.WARN,
                    ConnectionWatch.class.getName(),
                    LogLevel.INFO));

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        Logging.start("cli", QUIET);
        System.exit(run(Screen.standard(), args));
    }

    /** Runs one command; the exit code is one of {@link ExitCode}. */
    static int run(Screen screen, String... args) {
        return line(screen).execute(args);
    }

    /** The command with all its subcommands. */
    static CommandLine line(Screen screen) {
        CommandLine line = new CommandLine(new Holdfast(screen, System.getenv()));
        giveHelp(line);
        OptionTypes.teach(line);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((mistake, arguments) -> {
            screen.failure(usage(mistake));
            return ExitCode.USAGE.number();
        });
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            if (thrown instanceof Failure failure) {
                screen.failure(failure);
                return failure.code() == CliFailure.USAGE
                        ? ExitCode.USAGE.number()
                        : ExitCode.of(failure).number();
            }
            screen.say("holdfast: a defect of the program: " + thrown);
            thrown.printStackTrace();
            return ExitCode.DEFECT.number();
        });
        return line;
    }

    /** What picocli found wrong with the command line, said like every other failure. */
    private static Permanent usage(CommandLine.ParameterException mistake) {
        List<String> near = mistake instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions()
                : List.of();
        String help = mistake.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        return new Permanent(
                CliFailure.USAGE,
                Objects.requireNonNullElse(mistake.getMessage(), "the command line is wrong"),
                (near.isEmpty() ? "" : "Did you mean " + String.join(" or ", near) + "? ") + "See: " + help);
    }

    /** Every command explains itself, also where an option that it requires is missing. */
    private static void giveHelp(CommandLine line) {
        for (CommandLine command : line.getSubcommands().values()) {
            if (command.getCommandSpec().findOption("--help") == null) {
                command.getCommandSpec()
                        .addOption(OptionSpec.builder("-h", "--help")
                                .usageHelp(true)
                                .description("Show this help and exit.")
                                .build());
            }
            if (command.getCommand() instanceof CommandLine.HelpCommand) {
                command.getCommandSpec().usageMessage().footer("", "Examples:", "  holdfast help backup");
            }
            giveHelp(command);
        }
    }
}

package io.holdfast.cli;

import io.holdfast.cli.command.Holdfast;
import io.holdfast.cli.show.Screen;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.runtime.process.ExitCode;
import picocli.CommandLine;

/** The holdfast command. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(Screen.standard(), args));
    }

    /** Runs one command; the exit code is one of {@link ExitCode}. */
    static int run(Screen screen, String... args) {
        CommandLine line = new CommandLine(new Holdfast(screen, System.getenv()));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            if (thrown instanceof Failure failure) {
                screen.failure(failure);
                return ExitCode.of(failure).number();
            }
            screen.say("holdfast: a defect of the program: " + thrown);
            thrown.printStackTrace();
            return ExitCode.DEFECT.number();
        });
        return line.execute(args);
    }
}

package io.holdfast.agent.prove;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileOwner;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs programs of PostgreSQL as the user that the instance belongs to.
 *
 * @param programs the directory that they lie in
 * @param owner whom root runs them as; empty: this process's own user
 * @param directory where they are run
 */
record Tool(Path programs, Optional<FileOwner> owner, Path directory) {
    private static final int SHOWN = 1_500;

    /** What a program said and ended with. */
    record Outcome(int code, String output) {
        /** The end of what it said, on one line. */
        String shown() {
            String text = output.strip().replaceAll("\\s*\\R\\s*", "; ");
            return text.length() <= SHOWN ? text : "…" + text.substring(text.length() - SHOWN);
        }
    }

    /** Whether the program is there. */
    boolean brings(String name) {
        return Files.isExecutable(programs.resolve(name));
    }

    Outcome run(String name, List<String> arguments) {
        List<String> command = new ArrayList<>();
        owner.ifPresent(user -> command.addAll(
                List.of("setpriv", "--reuid=" + user.uid(), "--regid=" + user.gid(), "--clear-groups", "--")));
        command.add(programs.resolve(name).toString());
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output);
        } catch (IOException e) {
            throw new Permanent(
                    AgentFailure.PROGRAM_FAILED, "cannot run " + programs.resolve(name) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(AgentFailure.INTERRUPTED, "the restore was interrupted while " + name + " ran", e);
        }
    }
}

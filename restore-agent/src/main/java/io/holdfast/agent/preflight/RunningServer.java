package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the server of a data directory by its lock file. */
final class RunningServer {
    private RunningServer() {}

    /** The process that the directory's {@code postmaster.pid} names, if there is such a process. */
    static Optional<Long> in(Path directory) {
        Path file = directory.resolve("postmaster.pid");
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            long process = lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
            return ProcessHandle.of(Math.abs(process))
                    .filter(ProcessHandle::isAlive)
                    .map(ProcessHandle::pid);
        } catch (IOException | NumberFormatException e) {
            throw new Permanent(
                    AgentFailure.SERVER_RUNNING,
                    file + " cannot be read, so that a server may be running there: " + e.getMessage(),
                    e);
        }
    }
}

package io.holdfast.agent.io;

import io.holdfast.agent.preflight.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's programs where the configuration says, else where Debian and Red Hat put them. */
public final class HostPrograms implements Programs {
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    private final List<Path> configured;

    /** Looks into these directories first. */
    public HostPrograms(List<Path> configured) {
        this.configured = List.copyOf(configured);
    }

    @Override
    public List<Path> places(int major) {
        List<Path> candidates = new ArrayList<>(configured);
        candidates.add(Path.of("/usr/lib/postgresql/" + major + "/bin"));
        candidates.add(Path.of("/usr/pgsql-" + major + "/bin"));
        return List.copyOf(candidates);
    }

    @Override
    public Optional<Path> directory(int major) {
        return places(major).stream()
                .filter(directory ->
                        major(directory).filter(found -> found == major).isPresent())
                .findFirst()
                // Programs of another version are better named in a refusal than passed over.
                .or(() -> configured.stream().findFirst());
    }

    @Override
    public Optional<Integer> major(Path directory) {
        Path server = directory.resolve("postgres");
        if (!Files.isExecutable(server) || !Files.isExecutable(directory.resolve("pg_ctl"))) {
            return Optional.empty();
        }
        try {
            Process process = new ProcessBuilder(server.toString(), "--version")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version = VERSION.matcher(said);
            return process.waitFor() == 0 && version.find()
                    ? Optional.of(Integer.parseInt(version.group(1)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}

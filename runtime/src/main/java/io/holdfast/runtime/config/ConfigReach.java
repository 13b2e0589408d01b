package io.holdfast.runtime.config;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at everything that a bound configuration refers to, and collects what cannot be used. */
final class ConfigReach {
    private final SecretResolver secrets;
    private final ConfigWalk.Sections sections;
    private final Optional<Instant> now;
    private final List<String> problems = new ArrayList<>();

    /**
     * @param now when files are held against each other too; empty where the process does that itself
     */
    ConfigReach(Map<String, String> env, ConfigWalk.Sections sections, Optional<Instant> now) {
        this.secrets = SecretResolver.of(env);
        this.sections = sections;
        this.now = now;
    }

    /** One line for each problem, beginning with the setting's path. */
    List<String> problems(Record config) {
        Set<SecretRef.Scheme> elsewhere = places(config);
        ConfigWalk.through(config, sections, (path, value, wanted) -> {
            switch (value) {
                case SecretRef reference -> secret(path, reference, elsewhere);
                case Path file -> onDisk(path, file, wanted);
                default -> {}
            }
        });
        now.ifPresent(instant -> ConfigWalk.through(config, sections, (path, value, wanted) -> {
            if (value instanceof FitsTogether files) {
                fit(path, files, instant);
            }
        }));
        return List.copyOf(problems);
    }

    /** What is missing is enough said of a section. */
    private void fit(String path, FitsTogether files, Instant instant) {
        if (problems.stream().noneMatch(problem -> problem.startsWith(path + "."))) {
            tried(path, () -> {
                files.refuseUnfit(instant);
                return 0;
            });
        }
    }

    private static Set<SecretRef.Scheme> places(Record config) {
        Set<SecretRef.Scheme> known = EnumSet.noneOf(SecretRef.Scheme.class);
        ConfigWalk.through(config, ConfigWalk.Sections.ALL, (path, value, wanted) -> {
            if (value instanceof SecretPlace place) {
                known.add(place.scheme());
            }
        });
        return known;
    }

    /** What lies in a place of the configuration's own is read when the process has logged in there. */
    private void secret(String path, SecretRef reference, Set<SecretRef.Scheme> elsewhere) {
        if (elsewhere.contains(reference.scheme())) {
            return;
        }
        if (reference.scheme() == SecretRef.Scheme.VAULT) {
            problems.add(path + ": " + reference
                    + " needs a Vault, and this file describes none. Add it at the top level: vaults:"
                    + " {main: {address: https://…, login: {type: token, token: file:/path}}} (docs/keys.md), or use"
                    + " file:/path or env:NAME");
            return;
        }
        tried(path, () -> {
            try (SecretBytes secret = secrets.resolve(reference)) {
                return secret.length();
            }
        });
    }

    private void onDisk(String path, Path file, @Nullable OnDisk wanted) {
        if (wanted == null) {
            return; // The process makes it, or never needs it.
        }
        if (wanted.value() == OnDisk.What.FOLDER) {
            folder(path, file);
        } else if (!Files.exists(file)) {
            problems.add(path + ": there is no file " + file);
        } else if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            problems.add(path + ": " + file + " cannot be read by this user, or is no file");
        } else if (wanted.value() == OnDisk.What.SECRET_FILE) {
            tried(path, () -> {
                PrivateFiles.refuseExposed(file);
                return 0;
            });
        }
    }

    private void folder(String path, Path folder) {
        if (!Files.exists(folder)) {
            problems.add(path + ": there is no folder " + folder);
        } else if (!Files.isDirectory(folder) || !Files.isReadable(folder) || !Files.isExecutable(folder)) {
            problems.add(path + ": " + folder + " is no folder that this user may look into");
        }
    }

    /** Something that reads a file. */
    private interface Look {
        int look() throws IOException;
    }

    private void tried(String path, Look look) {
        try {
            int unused = look.look();
        } catch (Failure e) {
            problems.add(path + ": " + e.what() + ". " + e.hint());
        } catch (IOException e) {
            problems.add(path + ": " + e);
        }
    }
}

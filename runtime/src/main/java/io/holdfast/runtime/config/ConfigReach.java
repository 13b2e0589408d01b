package io.holdfast.runtime.config;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at everything that a bound configuration refers to, and collects what cannot be used. */
final class ConfigReach {
    /** Which sections are looked at. */
    enum Sections {
        ALL,
        USED_BY_THE_PROCESS
    }

    private final SecretResolver secrets;
    private final boolean vault;
    private final Sections sections;
    private final List<String> problems = new ArrayList<>();

    ConfigReach(Class<? extends Record> type, Map<String, String> env, Sections sections) {
        this.secrets = SecretResolver.of(env);
        this.vault = type.isAnnotationPresent(ReadsVault.class);
        this.sections = sections;
    }

    /** One line for each problem, beginning with the setting's path. */
    List<String> problems(Record config) {
        section("", config);
        return List.copyOf(problems);
    }

    private void section(String path, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (sections == Sections.ALL || !component.isAnnotationPresent(NotAtStart.class)) {
                String below = path.isEmpty() ? component.getName() : path + "." + component.getName();
                value(below, valueOf(component, record), component.getAnnotation(OnDisk.class));
            }
        }
    }

    private static Object valueOf(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return Objects.requireNonNull(component.getAccessor().invoke(record), "a bound setting has a value");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the setting " + component + " cannot be read", e);
        }
    }

    private void value(String path, Object value, @Nullable OnDisk wanted) {
        switch (value) {
            case SecretRef reference -> secret(path, reference);
            case Path file -> onDisk(path, file, wanted);
            case Optional<?> optional -> optional.ifPresent(inner -> value(path, inner, wanted));
            case Map<?, ?> map -> map.forEach((name, inner) -> value(path + "." + name, inner, wanted));
            case List<?> list -> list.forEach(inner -> value(path, inner, wanted));
            case Record record -> section(path, record);
            default -> {}
        }
    }

    private void secret(String path, SecretRef reference) {
        if (reference.scheme() == SecretRef.Scheme.VAULT) {
            if (!vault) {
                problems.add(
                        path + ": " + reference + " cannot be read here: only the gateway reads vault: references; use"
                                + " file:/path or env:NAME");
            }
            return; // The gateway's own are read when it has logged in.
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

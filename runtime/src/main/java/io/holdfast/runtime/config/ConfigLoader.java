package io.holdfast.runtime.config;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.config.ConfigNode.Section;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/** Reads a process's YAML file into its configuration record. */
public final class ConfigLoader {
    /** No configuration is longer, in bytes. */
    private static final int LONGEST = 1024 * 1024;

    private ConfigLoader() {}

    /**
     * Binds the file to the record. Names in the file are the components' names. A setting {@code kafka.bootstrapServers}
     * is overridden by the environment variable {@code HOLDFAST_KAFKA_BOOTSTRAP_SERVERS}; lists are given with commas,
     * sections and maps in YAML's flow style.
     *
     * <p>Components may be text, numbers, booleans, {@code Duration} (30s, 5m, 2h, 1d, PT30S), {@code Path}, {@code URI},
     * enums (lower case with hyphens), {@code ByteCount} (64MiB), any {@code TextValue} or {@code NumberValue},
     * {@link SecretRef}, records, sealed interfaces of records with a {@link TypeName}, and {@code Optional}, {@code List}
     * and {@code Map} of them.
     *
     * @throws Permanent naming everything that is wrong, with line and path
     */
    public static <T extends Record> T load(Class<T> type, Path file, Map<String, String> env) {
        return read(type, content(file), file.toString(), env);
    }

    /** The same from a text; {@code name} is what messages call it. */
    public static <T extends Record> T read(Class<T> type, String yaml, String name, Map<String, String> env) {
        ConfigProblems problems = new ConfigProblems();
        ConfigNode root = YamlTree.read(yaml, problems, line -> "line " + line);
        T bound = null;
        if (problems.none()) {
            if (root != null && !(root instanceof Section)) {
                problems.add(root.where(), "", "names and values are expected, not " + root.form());
            } else {
                Section section = root instanceof Section given ? given : Section.empty("line 1");
                bound = type.cast(new RecordBinder(env, problems).bindRoot(type, section));
            }
        }
        if (bound == null || !problems.none()) {
            String many = problems.count() == 1 ? "a problem" : problems.count() + " problems";
            throw new Permanent(
                    RuntimeFailure.CONFIG_INVALID,
                    "the configuration " + name + " has " + many + ":\n" + problems.text());
        }
        return bound;
    }

    private static String content(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new Permanent(RuntimeFailure.CONFIG_MISSING, "the configuration " + file + " is a folder");
            }
            if (Files.size(file) > LONGEST) {
                throw new Permanent(
                        RuntimeFailure.CONFIG_INVALID,
                        "the configuration " + file + " is longer than " + LONGEST + " bytes");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new Permanent(
                    RuntimeFailure.CONFIG_MISSING, "there is no configuration file " + file.toAbsolutePath(), e);
        } catch (MalformedInputException e) {
            throw new Permanent(RuntimeFailure.CONFIG_INVALID, "the configuration " + file + " is not UTF-8 text", e);
        } catch (IOException e) {
            throw new Permanent(
                    RuntimeFailure.CONFIG_MISSING, "the configuration " + file + " cannot be read: " + e, e);
        }
    }
}

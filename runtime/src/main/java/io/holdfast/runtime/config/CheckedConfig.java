package io.holdfast.runtime.config;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a configuration and what it refers to, so that a process meets at its start what it would fail by later. */
public final class CheckedConfig {
    private CheckedConfig() {}

    /**
     * What {@link ConfigLoader#load} gives, once every secret it refers to can be read and every file and folder it names is there.
     * Sections that are {@link NotAtStart} are passed over. Secrets in Vault are not read here; that some section says where it
     * is, is looked at.
     *
     * @throws Permanent naming everything that is wrong
     */
    public static <T extends Record> T forStart(Class<T> type, Path file, Map<String, String> env) {
        return load(type, file, new ConfigReach(env, ConfigWalk.Sections.USED_BY_THE_PROCESS, Optional.empty()), env);
    }

    /** The same with all sections, and with files held against each other as they are at the time of {@code clock}. */
    public static <T extends Record> T whole(Class<T> type, Path file, Map<String, String> env, InstantSource clock) {
        ConfigReach reach = new ConfigReach(env, ConfigWalk.Sections.ALL, Optional.of(clock.instant()));
        return load(type, file, reach, env);
    }

    private static <T extends Record> T load(Class<T> type, Path file, ConfigReach reach, Map<String, String> env) {
        T config = ConfigLoader.load(type, file, env);
        List<String> problems = reach.problems(config);
        if (!problems.isEmpty()) {
            throw new Permanent(
                    RuntimeFailure.CONFIG_UNREACHABLE,
                    "the configuration " + file + " refers to what cannot be used:\n  "
                            + String.join("\n  ", problems));
        }
        return config;
    }
}

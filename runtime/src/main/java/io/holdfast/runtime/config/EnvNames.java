package io.holdfast.runtime.config;

import java.util.Locale;

/** How settings are called in the environment. */
final class EnvNames {
    /** What all variables of settings begin with. */
    static final String PREFIX = "HOLDFAST";

    private EnvNames() {}

    /** The variable of the setting {@code name} below {@code parent}: bootstrapServers is BOOTSTRAP_SERVERS. */
    static String below(String parent, String name) {
        String snake = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").replaceAll("[^A-Za-z0-9]", "_");
        return parent + "_" + snake.toUpperCase(Locale.ROOT);
    }
}

package io.holdfast.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.fuzzing.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigFuzzTest {
    private static final String GOOD = """
            # A process.
            kafka:
              bootstrapServers: [a:9092, "b:9092"]
              properties: {security.protocol: SSL}
            stores:
              main: {type: file, path: /srv/backup}
              far: {type: topic, partitions: 8}
            instances:
              shop: {access: data-files, password: "env:SHOP"}
            limits: {buffer: 1GiB, delay: 5m, tries: 2, least: 1, most: 3}
            verify: false
            """;

    @Test
    void aConfigurationOfAnyTextIsReadOrRefused() {
        assertThat(Fuzz.run(
                        "configuration",
                        new Fuzz.Limits(400L << 20),
                        List.of(GOOD.getBytes(StandardCharsets.UTF_8)),
                        input -> {
                            ConfigLoaderTest.Settings unused = ConfigLoader.read(
                                    ConfigLoaderTest.Settings.class,
                                    new String(input, StandardCharsets.UTF_8),
                                    "process.yaml",
                                    Map.of());
                        }))
                .isPositive();
    }
}

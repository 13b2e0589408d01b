package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a process, as an operator starts it. */
final class GatewayMainTest {
    @TempDir
    Path folder;

    private Process start(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), yaml);
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        GatewayMain.class.getName(),
                        file.toString()))
                .redirectError(folder.resolve("errors").toFile())
                .start();
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("errors"));
    }

    private String yaml() {
        return """
                port: 0
                tls: {certificate: %1$s/tls/gateway.pem, key: %1$s/tls/gateway.key, ca: %1$s/tls/ca.pem}
                store: {file: %1$s/keys.store, keyFile: "file:%1$s/store.key"}
                encryptors:
                  main: {type: store}
                audit: %1$s/audit.jsonl
                log: {format: text}
                """.formatted(folder);
    }

    @Test
    void itSaysWhenItIsReadyAndEndsBySignal() throws Exception {
        RunningGateway.in(folder).close();
        Process process = start(yaml());
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).as("errors: %s", errors()).startsWith("gateway ready: https://127.0.0.1:");
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aConfigurationWithATypoIsOneClearBlock() throws Exception {
        Process process = start(yaml().replace("audit:", "audti:"));

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(errors())
                .contains("line 6: audti: unknown setting; did you mean audit?")
                .contains("audit: missing, and required")
                .contains("code: runtime.config-invalid (permanent)")
                .contains("what to do:")
                .doesNotContain("\tat ");
    }
}

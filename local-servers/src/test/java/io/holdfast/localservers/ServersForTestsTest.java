package io.holdfast.localservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

final class ServersForTestsTest {
    @Test
    void whatIsUnavailableAbortsOrFailsAndSaysHowToGetIt() {
        Class<?> expected = "true".equals(System.getenv("HOLDFAST_CI")) ? Permanent.class : TestAbortedException.class;
        assertThatThrownBy(() -> ServersForTests.postgres(9))
                .isInstanceOf(expected)
                .hasMessageContaining("PostgreSQL 9 is not on this machine");
    }

    @Test
    void noPortIsGivenTwice() {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            ports.add(FreePort.next());
        }
        assertThat(ports).hasSize(200).allSatisfy(port -> assertThat(port).isBetween(15_000, 32_000));
    }

    @Test
    void aServerEndsWithTheProcessThatStartedItEvenIfThatIsKilled() throws Exception {
        ServersForTests.postgres(17);
        Path folder = ServersForTests.folder("holder").resolve("a");
        Process holder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PostgresHolder.class.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = holder.inputReader()) {
            assertThat(said.readLine()).isEqualTo("up");
            long postmaster = Long.parseLong(
                    Files.readAllLines(folder.resolve("data/postmaster.pid")).getFirst());
            ProcessHandle server = ProcessHandle.of(postmaster).orElseThrow();
            holder.destroyForcibly().waitFor();
            server.onExit().get(30, TimeUnit.SECONDS);
            assertThat(server.isAlive()).isFalse();
        }
    }
}

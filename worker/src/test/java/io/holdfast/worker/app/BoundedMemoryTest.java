package io.holdfast.worker.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoundedMemoryTest {
    private static final long MIB = 1 << 20;

    /** R5: a worker's memory is bounded however much it reads and however slowly the store takes it. */
    @Test
    void faultR5AGigabyteGoesThroughASmallHeapIntoASlowRepository() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:MaxDirectMemorySize=32m",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowStoreMain.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        String[] peak = said.lines()
                .filter(line -> line.startsWith("peak "))
                .findFirst()
                .orElseThrow()
                .split(" ", -1);
        assertThat(Long.parseLong(peak[2])).as("direct").isLessThan(2 * 8 * MIB);
        System.out.println("peak heap " + Long.parseLong(peak[1]) / MIB + " MiB, direct "
                + Long.parseLong(peak[2]) / MIB + " MiB");
    }
}

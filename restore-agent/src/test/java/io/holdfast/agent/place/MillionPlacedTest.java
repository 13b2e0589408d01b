package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MillionPlacedTest {
    @TempDir
    Path folder;

    /** R4: an agent keeps eight bytes of a file: a million of them are put together in a heap of 40 MiB, most of it for the JVM. */
    @Test
    void aMillionSmallFilesArePutTogetherInASmallHeap() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MillionPlacedMain.class.getName(),
                        folder.toString(),
                        "1000000")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).contains("1000000 files, 100000000 bytes");
    }
}

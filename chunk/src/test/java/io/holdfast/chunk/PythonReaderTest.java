package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.chunk.GoldenStreams.Golden;
import io.holdfast.protocol.chunk.Receipt;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that shares nothing with this product, not even the language, finds in every golden stream what went into it. */
final class PythonReaderTest {
    private static final Path SOURCES = Path.of("src/test/python").toAbsolutePath();

    @TempDir
    private Path work;

    @Test
    void anIndependentReaderOpensEveryGoldenStream() throws IOException, InterruptedException {
        Path python = environment();
        Path golden = GoldenStreams.folder().resolve("golden.json").toAbsolutePath();
        String printed =
                run(List.of(python.toString(), SOURCES.resolve("hfs1_read.py").toString(), golden.toString()));
        JsonNode found = new ObjectMapper().readTree(printed);
        assertThat(found.size()).isEqualTo((int) GoldenStreams.all().count());
        for (Golden each : GoldenStreams.all().toList()) {
            JsonNode stream = found.get(each.name());
            assertThat(stream.get("files"))
                    .isEqualTo(new ObjectMapper()
                            .readTree(GoldenStreams.fileReport(each.recipe().limit())
                                    .toString()));
            Receipt receipt = GoldenStreams.receipt(each);
            assertThat(stream.get("streamId").asText())
                    .isEqualTo(receipt.stream().text());
            assertThat(stream.get("headerHash").asText())
                    .isEqualTo(receipt.headerHash().text());
            assertThat(stream.get("frames").asLong()).isEqualTo(receipt.frames());
            assertThat(stream.get("dataBytes").asLong())
                    .isEqualTo(receipt.dataBytes().number());
            assertThat(stream.get("sealedBytes").asLong())
                    .isEqualTo(receipt.sealedBytes().number());
            assertThat(stream.get("root").asText()).isEqualTo(receipt.root().text());
        }
    }

    /** The Python of a virtual environment in the user's cache, made when it is missing. */
    private Path environment() throws IOException, InterruptedException {
        requirePython();
        String requirements = Files.readString(SOURCES.resolve("requirements.txt"));
        Path cache = Path.of(Optional.ofNullable(System.getenv("HOLDFAST_CACHE"))
                .orElse(System.getProperty("user.home") + "/.cache/holdfast"));
        Files.createDirectories(cache);
        Path environment = cache.resolve("python");
        Path python = environment.resolve("bin/python3");
        Path marker = environment.resolve("hfs1-" + Integer.toHexString(requirements.hashCode()));
        try (FileChannel lock = FileChannel.open(
                        cache.resolve("python.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            assertThat(held.isValid()).isTrue();
            if (!Files.exists(marker)) {
                run(List.of("python3", "-m", "venv", environment.toString()));
                run(List.of(
                        python.toString(),
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "-r",
                        SOURCES.resolve("requirements.txt").toString()));
                Files.createFile(marker);
            }
        }
        return python;
    }

    private void requirePython() throws InterruptedException {
        boolean there;
        try {
            run(List.of("python3", "--version"));
            there = true;
        } catch (IOException missing) {
            there = false;
        }
        if ("true".equals(System.getenv("HOLDFAST_CI"))) {
            assertThat(there)
                    .as("python3 must be there where HOLDFAST_CI is true")
                    .isTrue();
        }
        Assumptions.assumeTrue(
                there, "NOT TESTED: python3 is missing, so no independent reader has opened the golden streams");
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(work, "out", ".txt");
        Path err = Files.createTempFile(work, "err", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as("%s ends within 5 minutes", command).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", command, Files.readString(err))
                .isZero();
        return Files.readString(out);
    }
}

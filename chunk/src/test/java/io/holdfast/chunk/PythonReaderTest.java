package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.chunk.GoldenStreams.Golden;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.chunk.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that shares nothing with this product, not even the language, finds in every golden stream what went into it. */
final class PythonReaderTest {
    private static final Path SOURCES = Path.of("src/test/python").toAbsolutePath();

    @TempDir
    private Path work;

    @Test
    void anIndependentReaderOpensEveryGoldenStream() throws IOException, InterruptedException {
        Path python = ServersForTests.python();
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

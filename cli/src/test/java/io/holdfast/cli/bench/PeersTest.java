package io.holdfast.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeersTest {
    private final ByteArrayOutputStream found = new ByteArrayOutputStream();
    private final ByteArrayOutputStream words = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private Peers peers;

    /** A tool that copies the only file. */
    private final class Copier implements Contender {
        @Override
        public String name() {
            return "cp";
        }

        @Override
        public String version() {
            return "9.1";
        }

        @Override
        public List<String> settings() {
            return List.of("backup: cp a b", "restore: cp b a");
        }

        @Override
        public Usage backUp() {
            return new Usage(1.5, 0.25, 0, 1024);
        }

        @Override
        public long storedBytes() {
            return 4;
        }

        @Override
        public Usage restore() {
            try {
                Files.createDirectories(restored().resolve("base"));
                Files.copy(source().resolve("base/file"), restored().resolve("base/file"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Usage(2, 1, 0.5, 2048);
        }

        @Override
        public Path restored() {
            return folder.resolve("restored");
        }

        @Override
        public void clean() {
            assertThat(restored().resolve("base/file").toFile().delete()).isTrue();
        }
    }

    private Path source() {
        return folder.resolve("source");
    }

    @BeforeEach
    void run() throws IOException {
        Files.createDirectories(source().resolve("base"));
        Files.writeString(source().resolve("base/file"), "data");
        peers = new Peers(
                new Screen(
                        new PrintStream(found, true, StandardCharsets.UTF_8),
                        new PrintStream(words, true, StandardCharsets.UTF_8)),
                source(),
                List.of(new Copier()));
        peers.run(1);
    }

    @Test
    void asJsonEveryCountedRoundOfEveryToolIsThereWithWhatWasRun() {
        peers.print(Form.JSON, ByteCount.of(4));
        assertThat(found.toString(StandardCharsets.UTF_8))
                .startsWith("{\"database\":4,\"processors\":")
                .contains(
                        "\"name\":\"cp\",\"version\":\"9.1\",\"settings\":[\"backup: cp a b\",\"restore: cp b a\"],\"stored\":4,"
                                + "\"backups\":[{\"millis\":1500,\"cpuMillis\":250,\"serverCpuMillis\":0,\"peakMemory\":1024}],"
                                + "\"restores\":[{\"millis\":2000,\"cpuMillis\":1000,\"serverCpuMillis\":500,\"peakMemory\":2048}]");
    }

    @Test
    void belowTheTablesStandsWhatWasRunLineByLine() {
        peers.print(Form.TABLES, ByteCount.of(4));
        assertThat(found.toString(StandardCharsets.UTF_8)).contains("cp (9.1)\n  backup: cp a b\n  restore: cp b a\n");
    }
}

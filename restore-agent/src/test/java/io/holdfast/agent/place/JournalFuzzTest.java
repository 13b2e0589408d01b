package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.plan.FileKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFuzzTest {
    @TempDir
    Path directory;

    @Test
    void factsOfAnyBytesAreReadOrRefused() {
        String good = Lines.of(
                FileFact.class,
                new FileFact(
                        "base/1/2", FileKind.FILE, 100, 1_790_000_000L, List.of(new FileFact.Run(0, 100, 7)), null));
        assertThat(Fuzz.run(
                        "facts", new Fuzz.Limits(400L << 20), List.of(good.getBytes(StandardCharsets.UTF_8)), input -> {
                            FileFact unused =
                                    Lines.read(FileFact.class, directory, new String(input, StandardCharsets.UTF_8));
                        }))
                .isPositive();
    }

    @Test
    void aJournalOfAnyBytesIsReadOrRefused() throws IOException {
        RestoreFolder folder = RestoreFolder.of(directory);
        Files.createDirectory(folder.path());
        try (Journal journal = Journal.open(
                folder, new JournalIdentity("01J-1", "abcd", "18", Map.of("16400", "/srv/fast")), "boot")) {
            journal.cleared();
            journal.doubted();
            journal.settled();
        }
        byte[] good = Files.readAllBytes(folder.journal());
        assertThat(Fuzz.run("journal", new Fuzz.Limits(400L << 20), List.of(good), input -> {
                    Files.write(folder.journal(), input);
                    Optional<JournalState> unused = Journal.read(folder, "boot");
                }))
                .isPositive();
    }
}

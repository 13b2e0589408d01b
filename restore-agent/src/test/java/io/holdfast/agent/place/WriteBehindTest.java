package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteBehindTest {
    @TempDir
    Path folder;

    @Test
    void whatIsThereIsForced() throws IOException {
        Path file = Files.write(folder.resolve("one"), new byte[2 << 20]);
        AtomicInteger doubts = new AtomicInteger();
        try (WriteBehind behind = new WriteBehind(doubts::incrementAndGet)) {
            for (int i = 0; i < 200; i++) {
                behind.force(List.of(file));
            }
            assertThatCode(behind::finish).doesNotThrowAnyException();
        }
        assertThat(doubts).hasValue(0);
    }

    @Test
    void aFileThatCouldNotBeForcedFailsTheRestoreEvenWhenLaterOnesCan() throws IOException {
        Path good = Files.write(folder.resolve("good"), new byte[1]);
        AtomicInteger doubts = new AtomicInteger();
        try (WriteBehind behind = new WriteBehind(doubts::incrementAndGet)) {
            behind.force(List.of(folder.resolve("gone")));
            assertThatThrownBy(behind::finish).isInstanceOf(Failure.class).hasMessageContaining("gone");
            assertThatThrownBy(() -> behind.force(List.of(good))).isInstanceOf(Failure.class);
        }
        assertThat(doubts).hasValue(1);
    }
}

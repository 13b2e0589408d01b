package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final JournalIdentity IDENTITY =
            new JournalIdentity("01J-1", "abcd", "18", Map.of("16400", "/srv/fast"));

    @TempDir
    Path directory;

    private RestoreFolder folder = new RestoreFolder(Path.of("unset"));

    @BeforeEach
    void makeFolder() throws IOException {
        folder = RestoreFolder.of(directory);
        Files.createDirectory(folder.path());
    }

    @Test
    void whatWasWrittenIsReadByTheNextRun() {
        write("boot-1", 1, 2);
        JournalState state = Journal.read(folder, "boot-1").orElseThrow();
        assertThat(state.identity()).isEqualTo(IDENTITY);
        assertThat(state.cleared()).isTrue();
        assertThat(state.settled()).isFalse();
        assertThat(state.placed()).containsOnlyKeys(id(1), id(2)).containsValue(1_000L);
    }

    @Test
    void whatAnEarlierRunOfTheHostPlacedIsNotTrusted() {
        write("boot-1", 1);
        write("boot-2", 2);
        assertThat(Journal.read(folder, "boot-2").orElseThrow().placed()).containsOnlyKeys(id(2));
    }

    @Test
    void everyLengthOfAJournalThatAKillLeavesIsGoneOnWith() throws IOException {
        write("boot", 1, 2);
        byte[] whole = Files.readAllBytes(folder.journal());
        for (int length = 0; length < whole.length; length += 3) {
            Files.write(folder.journal(), java.util.Arrays.copyOf(whole, length));
            Optional<JournalState> before = Journal.read(folder, "boot");
            write("boot", 3);
            JournalState after = Journal.read(folder, "boot").orElseThrow();
            assertThat(after.identity()).isEqualTo(IDENTITY);
            assertThat(after.placed()).containsKey(id(3));
            before.ifPresent(state -> assertThat(after.placed().keySet())
                    .containsAll(state.placed().keySet()));
        }
    }

    @Test
    void aJournalThatIsNoneIsRefused() throws IOException {
        Files.writeString(folder.journal(), "hello\n");
        assertThatThrownBy(() -> Journal.read(folder, "boot")).isInstanceOf(Corrupt.class);
        write0("{\"type\":\"cleared\"}\n");
        assertThatThrownBy(() -> Journal.read(folder, "boot")).isInstanceOf(Corrupt.class);
        Files.delete(folder.journal());
        write("boot", 1);
        Files.writeString(folder.journal(), "{\"type\":\"other\"}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Journal.read(folder, "boot")).isInstanceOf(Corrupt.class);
    }

    private void write0(String text) throws IOException {
        Files.writeString(folder.journal(), text);
    }

    private void write(String boot, int... streams) {
        try (Journal journal = Journal.open(folder, IDENTITY, boot)) {
            journal.cleared();
            for (int stream : streams) {
                journal.placed(stream(stream));
            }
        }
    }

    private static StreamRef stream(int number) {
        Bytes hash = Bytes.of(new byte[32]);
        return new StreamRef(
                new StripeNumber(number),
                Purpose.DATA,
                new Receipt(StreamId.parse(id(number)), hash, 2, ByteCount.of(1_000), ByteCount.of(500), hash),
                null);
    }

    private static String id(int number) {
        return "%064x".formatted(number);
    }
}

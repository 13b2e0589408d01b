package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.fuzzing.Fuzz;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says, and what stands in its directory, may be anything. */
class ServerBytesFuzzTest {
    private static final Fuzz.Limits LIMITS = new Fuzz.Limits(64L << 20);

    @TempDir
    Path directory;

    @Test
    void aControlFileOfAnyBytesIsReadOrRefused() throws IOException {
        Path file = directory.resolve(ControlFile.PATH);
        Files.createDirectories(file.getParent());
        ByteBuffer good = ByteBuffer.allocate(ControlFile.BYTES).order(ByteOrder.nativeOrder());
        good.putLong(0, 7_300_000_000_000_000_001L)
                .putInt(12, 202_406_281)
                .putInt(16, 6)
                .putInt(48, 1);
        assertThat(Fuzz.run("control-file", LIMITS, List.of(good.array()), input -> {
                    Files.write(file, input);
                    ControlFile unused = ControlFile.read(directory);
                }))
                .isPositive();
    }

    @Test
    void rowsOfAnyBytesAreTakenOrRefused() {
        assertThat(Fuzz.run("copy-rows", LIMITS, List.of(rows()), input -> {
                    CopyRows parser = new CopyRows(new Nobody());
                    for (int from = 0; from < input.length; from += 100) {
                        byte[] message = new byte[Math.min(100, input.length - from)];
                        System.arraycopy(input, from, message, 0, message.length);
                        parser.take(message);
                    }
                }))
                .isPositive();
    }

    private static byte[] rows() {
        ByteBuffer rows = ByteBuffer.allocate(1000);
        rows.put("PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1))
                .putInt(0)
                .putInt(0);
        for (int row = 0; row < 3; row++) {
            rows.putShort((short) 2).putInt(4).putInt(row).putInt(200).put(new byte[200]);
        }
        rows.putShort((short) -1);
        byte[] all = new byte[rows.position()];
        rows.flip().get(all);
        return all;
    }

    /** Takes rows and forgets them. */
    private static final class Nobody implements CopyRows.Rows {
        @Override
        public void begin(int number, int length) {}

        @Override
        public void bytes(ByteBuffer bytes) {}

        @Override
        public void end() {}
    }
}

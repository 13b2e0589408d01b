package io.holdfast.column.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.column.ColumnName;
import io.holdfast.localservers.LocalServersFailure;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against tedious, the driver for Node.js: a reader and writer that shares no code with ours or with the JDK. */
final class TediousCellsTest {
    private static final int ROUNDS = 500;
    private static final HexFormat HEX = HexFormat.of();
    private static final Path SCRIPT = Path.of("..", "deploy", "test-tedious.sh");

    @TempDir
    Path folder = Path.of("unset");

    private static Path tedious() {
        return ServersForTests.required(() -> {
            try {
                return Path.of(run(List.of("sh", SCRIPT.toString()), List.of()).getFirst());
            } catch (IllegalStateException e) {
                throw new Permanent(
                        LocalServersFailure.UNAVAILABLE, "the driver tedious is not here: " + e.getMessage(), e);
            }
        });
    }

    private static List<String> run(List<String> line, List<String> input) {
        try {
            Path in = Files.createTempFile("tedious", ".in");
            Process process = new ProcessBuilder(line)
                    .redirectInput(Files.write(in, input).toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean well = process.waitFor() == 0;
            Files.delete(in);
            if (!well) {
                throw new IllegalStateException(String.join(" ", line) + " failed: " + said);
            }
            return said.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void eachReadsWhatTheOtherWrote() throws IOException {
        Path script = folder.resolve("tedious.js");
        try (InputStream in = Objects.requireNonNull(TediousCellsTest.class.getResourceAsStream("tedious.js"))) {
            Files.copy(in, script);
        }
        long seed = Long.getLong("holdfast.seed", 1);
        Random random = new Random(seed);
        List<String> asked = new ArrayList<>();
        List<byte[]> secrets = new ArrayList<>();
        List<byte[]> plains = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            secrets.add(bytes(random, 32));
            plains.add(bytes(random, random.nextInt(200)));
            asked.addAll(questions(secrets.getLast(), plains.getLast()));
        }
        List<String> answers = run(List.of("node", script.toString(), tedious().toString()), asked);
        assertThat(answers).as("seed %s", seed).hasSize(4 * ROUNDS);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] plain = plains.get(round);
            CellCipher ours = cipher(EncryptionKind.DETERMINISTIC, secrets.get(round));
            List<String> answer = answers.subList(4 * round, 4 * round + 4);
            assertThat(answer.get(0)).as("seed %s", seed).isEqualTo(HEX.formatHex(plain));
            assertThat(answer.get(1)).as("seed %s", seed).isEqualTo(HEX.formatHex(ours.encrypt(plain)));
            assertThat(ours.decrypt(HEX.parseHex(answer.get(2))))
                    .as("seed %s", seed)
                    .isEqualTo(plain);
            assertThat(answer.get(3))
                    .as("a cell that was changed, seed %s", seed)
                    .isEqualTo("refused");
        }
    }

    private static List<String> questions(byte[] secret, byte[] plain) {
        String key = " " + HEX.formatHex(secret) + " ";
        byte[] cell = cipher(EncryptionKind.RANDOMIZED, secret).encrypt(plain);
        byte[] changed = cell.clone();
        changed[1] ^= 1;
        return List.of(
                "decrypt" + key + "Randomized " + HEX.formatHex(cell),
                "encrypt" + key + "Deterministic " + HEX.formatHex(plain),
                "encrypt" + key + "Randomized " + HEX.formatHex(plain),
                "decrypt" + key + "Randomized " + HEX.formatHex(changed));
    }

    private static CellCipher cipher(EncryptionKind kind, byte[] secret) {
        try (SecretBytes cek = SecretBytes.takeOver(secret.clone())) {
            return new CellCipher(new ColumnName("dbo", "t", "c"), kind, CellKey.of("cek", cek));
        }
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}

package io.holdfast.keys.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.SecretBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreFuzzTest {
    private static final Argon2Cost CHEAP = new Argon2Cost(64, 1, 1);

    @TempDir
    Path folder = Path.of("unset");

    private static SecretBytes secret(String text) {
        return SecretBytes.takeOver(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Unlock words() {
        return new Unlock.Passphrase(secret("correct horse"), CHEAP);
    }

    @Test
    void aStoreOfAnyBytesIsOpenedOrRefused() throws IOException {
        Path file = folder.resolve("keys.store");
        try (SealedStore store = SealedStore.create(file, words())) {
            store.put("a", secret("secret of a"));
            store.put("b", secret("secret of b"));
        }
        assertThat(Fuzz.run("store", new Fuzz.Limits(400L << 20), List.of(Files.readAllBytes(file)), input -> {
                    Files.write(file, input);
                    try (SealedStore store = SealedStore.openForReading(file, words());
                            SecretBytes a = store.get("a").orElseThrow()) {
                        String found = a.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
                        assertThat(found).isEqualTo("secret of a");
                    }
                }))
                .isPositive();
    }
}

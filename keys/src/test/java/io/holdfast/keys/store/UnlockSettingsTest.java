package io.holdfast.keys.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnlockSettingsTest {
    private static final EncryptorName MAIN = new EncryptorName("main");
    private static final SecretResolver SECRETS =
            SecretResolver.of(Map.of("RIGHT", "a long passphrase", "WRONG", "another passphrase"));

    @TempDir
    Path folder;

    private UnlockSettings by(String variable) {
        return new UnlockSettings(folder.resolve("store"), Optional.of(SecretRef.env(variable)), Optional.empty());
    }

    private List<SigningKey> open(UnlockSettings settings) {
        return settings.unlock(SECRETS, unlock -> {
            try (SealedStore store = SealedStore.openForReading(settings.file(), unlock)) {
                return new StoreSigner(store).publicKeys();
            }
        });
    }

    @Test
    void aPassphraseByReferenceOpensTheStoreAtItsStandardCost() {
        SigningKey made;
        try (SecretBytes words = SecretBytes.takeOver("a long passphrase".getBytes(StandardCharsets.UTF_8))) {
            Unlock unlock = new Unlock.Passphrase(words, Argon2Cost.STANDARD);
            made = NewStore.create(folder.resolve("store"), unlock, List.of(MAIN));
        }

        assertThat(open(by("RIGHT"))).containsExactly(made);
        assertThatThrownBy(() -> open(by("WRONG")))
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(KeysFailure.STORE_LOCKED);
    }

    @Test
    void exactlyOneWayToUnlockIsConfigured() {
        Optional<SecretRef> one = Optional.of(SecretRef.env("RIGHT"));
        Path file = folder.resolve("store");

        assertThatThrownBy(() -> new UnlockSettings(file, one, one)).isInstanceOf(Permanent.class);
        assertThatThrownBy(() -> new UnlockSettings(file, Optional.empty(), Optional.empty()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("passphrase or keyFile, one of the two");
    }
}

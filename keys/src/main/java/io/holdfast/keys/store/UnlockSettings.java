package io.holdfast.keys.store;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.Setting;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Where a sealed store lies and what unlocks it: a passphrase or a key file, one of the two. */
public record UnlockSettings(
        @Setting(doc = "The sealed store's file.", example = "/var/lib/holdfast/keys.store") @OnDisk(OnDisk.What.FILE)
        Path file,

        @Setting(doc = "The passphrase that unlocks it, by reference.", example = "file:/etc/holdfast/passphrase")
        Optional<SecretRef> passphrase,

        @Setting(
                doc = "The key that unlocks it, 64 hexadecimal digits, by reference.",
                example = "file:/etc/holdfast/store.key")
        Optional<SecretRef> keyFile) {
    public UnlockSettings {
        if (passphrase.isPresent() == keyFile.isPresent()) {
            throw Permanent.invalid(
                    "a sealed store is unlocked by passphrase or keyFile, one of the two",
                    passphrase.isPresent() ? "both" : "none");
        }
    }

    /** Reads the secret and lends what unlocks to {@code opener}; the secret is wiped afterwards. */
    public <T> T unlock(SecretResolver secrets, Function<Unlock, T> opener) {
        try (SecretBytes secret = secrets.resolve(passphrase.or(() -> keyFile).orElseThrow())) {
            return opener.apply(
                    passphrase.isPresent()
                            ? new Unlock.Passphrase(secret, Argon2Cost.STANDARD)
                            : new Unlock.KeyFile(secret));
        }
    }
}

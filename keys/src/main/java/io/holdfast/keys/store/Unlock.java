package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** What unlocks a sealed store. The secrets stay the caller's to close. */
public sealed interface Unlock {
    /** How the file calls it. */
    String kind();

    /** Words of a person, through Argon2id. */
    record Passphrase(SecretBytes words, Argon2Cost cost) implements Unlock {
        /** A shorter one is refused when a store is made, in bytes. */
        public static final int SHORTEST = 12;

        @Override
        public String kind() {
            return "passphrase";
        }

        /** Throws {@link Permanent} when it is too short to make a store with. */
        public void refuseWeak() {
            if (words.length() < SHORTEST) {
                throw new Permanent(
                        KeysFailure.STORE_KEY_FILE, "the passphrase is shorter than " + SHORTEST + " characters");
            }
        }

        SecretBytes masterKey(byte[] salt, Argon2Cost stored) {
            Argon2Parameters parameters = new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withSalt(salt)
                    .withMemoryAsKB(stored.memoryKiB())
                    .withIterations(stored.passes())
                    .withParallelism(stored.lanes())
                    .build();
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(parameters);
            byte[] key = new byte[KeyWrap.KEY_BYTES];
            words.use(bytes -> generator.generateBytes(bytes, key));
            return SecretBytes.takeOver(key);
        }
    }

    /** 64 hexadecimal digits from a file, 32 random bytes. */
    record KeyFile(SecretBytes digits) implements Unlock {
        @Override
        public String kind() {
            return "key-file";
        }

        /** New digits for a key file. */
        public static SecretBytes newDigits(SecureRandom random) {
            byte[] key = new byte[KeyWrap.KEY_BYTES];
            random.nextBytes(key);
            return SecretBytes.takeOver(HexFormat.of().formatHex(key).getBytes(StandardCharsets.US_ASCII));
        }

        SecretBytes masterKey() {
            return digits.use(text -> {
                if (text.length != 2 * KeyWrap.KEY_BYTES) {
                    throw notDigits();
                }
                byte[] key = new byte[KeyWrap.KEY_BYTES];
                for (int i = 0; i < key.length; i++) {
                    int high = Character.digit(text[2 * i], 16);
                    int low = Character.digit(text[2 * i + 1], 16);
                    if (high < 0 || low < 0) {
                        throw notDigits();
                    }
                    key[i] = (byte) (high << 4 | low);
                }
                return SecretBytes.takeOver(key);
            });
        }

        private static Permanent notDigits() {
            return new Permanent(
                    KeysFailure.STORE_KEY_FILE, "the sealed store's key file is not 64 hexadecimal digits");
        }
    }
}

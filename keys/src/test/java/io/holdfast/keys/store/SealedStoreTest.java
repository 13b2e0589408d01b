package io.holdfast.keys.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SealedStoreTest {
    private static final Argon2Cost CHEAP = new Argon2Cost(64, 1, 1);

    @TempDir
    Path folder = Path.of("unset");

    private Path file() {
        return folder.resolve("keys.store");
    }

    private static SecretBytes secret(String text) {
        return SecretBytes.takeOver(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Unlock words(String words) {
        return new Unlock.Passphrase(secret(words), CHEAP);
    }

    private void makeStoreOfTwo() {
        try (SealedStore store = SealedStore.create(file(), words("correct horse"))) {
            store.put("a", secret("secret of a"));
            store.put("b", secret("secret of b"));
        }
    }

    private static String read(SecretRecords store, String name) {
        try (SecretBytes found = store.get(name).orElseThrow()) {
            return found.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private KeysFailure failureOfOpening(Unlock unlock) {
        try {
            SealedStore.openForReading(file(), unlock).close();
        } catch (Failure e) {
            return (KeysFailure) e.code();
        }
        throw new AssertionError("the store opened");
    }

    @Test
    void whatWasPutIsThereWhenItIsOpenedAgain() throws IOException {
        makeStoreOfTwo();

        try (SealedStore store = SealedStore.open(file(), words("correct horse"))) {
            assertThat(store.names()).containsExactlyInAnyOrder("a", "b");
            assertThat(read(store, "a")).isEqualTo("secret of a");
            store.change(Map.of("c", secret("secret of c")), Set.of("a"));
            assertThat(store.get("a")).isEmpty();
        }
        try (SealedStore store = SealedStore.openForReading(file(), words("correct horse"))) {
            assertThat(store.names()).containsExactlyInAnyOrder("b", "c");
        }
        assertThat(Files.readString(file())).doesNotContain("secret of");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void aWrongPassphraseIsToldFromDamage() {
        makeStoreOfTwo();

        assertThat(failureOfOpening(words("wrong horse!"))).isEqualTo(KeysFailure.STORE_LOCKED);
        assertThat(failureOfOpening(new Unlock.KeyFile(Unlock.KeyFile.newDigits(new SecureRandom()))))
                .isEqualTo(KeysFailure.STORE_LOCKED);
        assertThatThrownBy(() -> SealedStore.open(file(), words("wrong horse!")))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("does not unlock")
                .hasMessageNotContaining("wrong horse");
    }

    @Test
    void everyChangedByteIsFound() throws IOException {
        makeStoreOfTwo();
        byte[] whole = Files.readAllBytes(file());
        List<Integer> unnoticed = new ArrayList<>();
        Unlock right = words("correct horse");

        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 1;
            Files.write(file(), changed);
            try {
                KeysFailure failure = failureOfOpening(right);
                assertThat(failure).as("byte %d", i).isEqualTo(KeysFailure.STORE_DAMAGED);
            } catch (AssertionError e) {
                if (!whitespace(whole[i])) {
                    unnoticed.add(i);
                }
            }
        }

        assertThat(unnoticed).isEmpty();
    }

    private static boolean whitespace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    @Test
    void aRecordThatChangedPlacesOrWasDroppedOrOfAnotherStoreIsFound() throws IOException {
        makeStoreOfTwo();
        String whole = Files.readString(file());
        String a = sealed(whole, "a");
        String b = sealed(whole, "b");

        Files.writeString(file(), whole.replace(a, "X").replace(b, a).replace("X", b));
        assertThat(failureOfOpening(words("correct horse"))).isEqualTo(KeysFailure.STORE_DAMAGED);
        Files.writeString(file(), whole.replaceFirst("\"a\" : \"[0-9a-f]+\",", ""));
        assertThat(failureOfOpening(words("correct horse"))).isEqualTo(KeysFailure.STORE_DAMAGED);
        Files.writeString(file(), whole.substring(0, whole.length() / 2));
        assertThat(failureOfOpening(words("correct horse"))).isEqualTo(KeysFailure.STORE_DAMAGED);
    }

    private static String sealed(String whole, String name) {
        Matcher found = Pattern.compile("\"" + name + "\" : \"([0-9a-f]+)\"").matcher(whole);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void aKeyFileUnlocksAndOtherDigitsDoNot() {
        SecretBytes digits = Unlock.KeyFile.newDigits(new SecureRandom());
        SealedStore.create(file(), new Unlock.KeyFile(digits.copy())).close();

        SealedStore.open(file(), new Unlock.KeyFile(digits)).close();

        assertThat(failureOfOpening(new Unlock.KeyFile(Unlock.KeyFile.newDigits(new SecureRandom()))))
                .isEqualTo(KeysFailure.STORE_LOCKED);
        assertThat(failureOfOpening(new Unlock.KeyFile(secret("not digits")))).isEqualTo(KeysFailure.STORE_KEY_FILE);
    }

    @Test
    void oneWriterAtATimeAndReadersBesideIt() {
        makeStoreOfTwo();

        try (SealedStore writer = SealedStore.open(file(), words("correct horse"))) {
            assertThatThrownBy(() -> SealedStore.open(file(), words("correct horse")))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("open for writing elsewhere");
            try (SealedStore reader = SealedStore.openForReading(file(), words("correct horse"))) {
                assertThat(read(reader, "b")).isEqualTo("secret of b");
                assertThatThrownBy(() -> reader.put("x", secret("y"))).isInstanceOf(Denied.class);
            }
            assertThat(writer.names()).hasSize(2);
        }
        SealedStore.open(file(), words("correct horse")).close();
    }

    @Test
    void aStoreIsNeverOverwrittenAndNeverMadeWithAShortPassphrase() {
        makeStoreOfTwo();

        assertThatThrownBy(() -> SealedStore.create(file(), words("correct horse")))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("already");
        assertThatThrownBy(() -> SealedStore.create(folder.resolve("other"), words("short")))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("shorter than 12");
        assertThatThrownBy(() -> SealedStore.open(folder.resolve("none"), words("correct horse")))
                .hasMessageContaining("there is no sealed store at");
    }

    @Test
    void aFileThatOthersMayReadIsRefused() throws IOException {
        makeStoreOfTwo();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> SealedStore.open(file(), words("correct horse")))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("other users");
    }

    @Test
    void parametersThatWouldTakeAllMemoryAreRefusedBeforeTheyAreUsed() throws IOException {
        makeStoreOfTwo();
        Files.writeString(file(), Files.readString(file()).replace("\"memoryKiB\" : 64", "\"memoryKiB\" : 99999999"));

        assertThatThrownBy(() -> SealedStore.open(file(), words("correct horse")))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("out of range");
    }
}

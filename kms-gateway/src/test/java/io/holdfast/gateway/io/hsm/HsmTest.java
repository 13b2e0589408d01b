package io.holdfast.gateway.io.hsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.localservers.SoftHsm;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over a real token of SoftHSM. */
final class HsmTest {
    private static final EncryptorName NAME = new EncryptorName("hsm");

    @TempDir
    Path folder = Path.of("unset");

    private TestTokens tokens;

    @BeforeEach
    void token() {
        tokens = TestTokens.required();
    }

    private static Hsm hsm(HsmSettings settings) {
        return new Hsm("main", settings, SecretResolver.of(Map.of()), InstantSource.system());
    }

    private Hsm hsm() {
        return hsm(TestTokens.settings(tokens.other(), folder, TestTokens.PIN));
    }

    private static SetContext newContext() {
        return DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
    }

    private static SecretBytes secret() {
        return SecretBytes.takeOver("a data key of thirty-two bytes..".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theFirstKeyIsMadeByRotationAndEachVersionOpensWhatItWrapped() {
        Encryptor encryptor = new HsmEncryptor(NAME, hsm(), "made");
        assertThatThrownBy(encryptor::probe).isInstanceOf(Permanent.class).hasMessageContaining("has no key made");

        encryptor.rotate();
        assertThat(encryptor.probe()).isEqualTo("1");
        SetContext context = newContext();
        try (SecretBytes secret = secret()) {
            WrappedKey first = encryptor.wrap(context, secret);
            encryptor.rotate();
            WrappedKey second = encryptor.wrap(context, secret);
            assertThat(first.keyVersion() + second.keyVersion()).isEqualTo("12");
            // Somebody who comes anew, and has the same token.
            Encryptor elsewhere = new HsmEncryptor(NAME, hsm(), "made");
            for (WrappedKey wrapped : new WrappedKey[] {first, second}) {
                try (SecretBytes opened = elsewhere.unwrap(context, wrapped)) {
                    assertThat(opened.sameAs(secret)).isTrue();
                }
            }
            WrappedKey later = new WrappedKey(NAME, "hsm", "9", first.sealed());
            assertThatThrownBy(() -> elsewhere.unwrap(context, later))
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("no version 9 of key made");
        }
    }

    @Test
    void whatIsDamagedOrAnotherSetsIsToldFromAnHsmThatFails() {
        Encryptor encryptor = new HsmEncryptor(NAME, hsm(), "damaged");
        encryptor.rotate();
        SetContext context = newContext();
        try (SecretBytes secret = secret()) {
            WrappedKey wrapped = encryptor.wrap(context, secret);
            for (int at = 0; at < wrapped.sealed().length(); at++) {
                byte[] bytes = wrapped.sealed().toArray();
                bytes[at] ^= 1;
                notOpened(encryptor, context, new WrappedKey(NAME, "hsm", "1", Bytes.of(bytes)));
            }
            notOpened(encryptor, newContext(), wrapped);
            for (int length : new int[] {0, 28, 40, 2000}) {
                notOpened(encryptor, context, new WrappedKey(NAME, "hsm", "1", Bytes.of(new byte[length])));
            }
            notOpened(encryptor, context, new WrappedKey(NAME, "store", "1", wrapped.sealed()));
            notOpened(encryptor, context, new WrappedKey(NAME, "hsm", "0", wrapped.sealed()));
        }
    }

    private static void notOpened(Encryptor encryptor, SetContext context, WrappedKey wrapped) {
        assertThatThrownBy(() -> encryptor.unwrap(context, wrapped)).isInstanceOf(Corrupt.class);
    }

    @Test
    void afterAFailureItIsTriedOnceMoreWithANewLogin() {
        Hsm hsm = hsm();
        AtomicInteger tries = new AtomicInteger();
        assertThat(hsm.<Integer>use(keys -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new ProviderException("CKR_DEVICE_REMOVED");
                    }
                    return keys.newest("nothing").orElse(0);
                }))
                .isZero();
        assertThat(tries).hasValue(2);
        assertThatThrownBy(() -> hsm.use(keys -> {
                    throw new ProviderException("CKR_DEVICE_REMOVED");
                }))
                .isInstanceOf(Transient.class)
                .hasMessageContaining(
                        "HSM main (libsofthsm2.so, slot = " + tokens.other() + ") failed: CKR_DEVICE_REMOVED");
    }

    @Test
    void aKeyThatCanBeReadOutOfTheTokenIsRefused() throws Exception {
        Encryptor encryptor = new HsmEncryptor(NAME, hsm(), "readable");
        Provider provider =
                Security.getProvider("SunPKCS11").configure("""
                --name = Readable
                library = "%s"
                slot = %d
                attributes(import, CKO_SECRET_KEY, CKK_AES) = {
                  CKA_SENSITIVE = false
                  CKA_EXTRACTABLE = true
                }
                """.formatted(SoftHsm.library(), tokens.other()));
        KeyStore token = KeyStore.getInstance("PKCS11", provider);
        token.load(null, TestTokens.PIN.toCharArray());
        token.setKeyEntry("readable", new SecretKeySpec(new byte[32], "AES"), null, null);

        assertThatThrownBy(encryptor::probe)
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("one that can be read out of it");
    }

    @Test
    void aWrongPinIsTriedOnceOnly() throws Exception {
        HsmSettings wrong = TestTokens.settings(tokens.guarded(), folder, "not-the-pin");
        Hsm hsm = hsm(wrong);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> hsm.use(keys -> 1))
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("refuses the PIN of file:")
                    .hasMessageNotContaining("not-the-pin");
        }
        HsmSettings right =
                TestTokens.settings(tokens.guarded(), Files.createDirectory(folder.resolve("right")), TestTokens.PIN);
        assertThat(hsm(right).<Integer>use(keys -> 1)).isEqualTo(1);
    }

    @Test
    void aLibraryOrSlotThatIsNotThereIsNamed() throws Exception {
        Path text = Files.writeString(folder.resolve("library.so"), "no library");
        SecretRef pin = SecretRef.file(text);
        for (HsmSettings bad : new HsmSettings[] {
            new HsmSettings(folder.resolve("missing.so"), Optional.empty(), 0, pin),
            new HsmSettings(text, Optional.empty(), 0, pin),
            new HsmSettings(SoftHsm.library(), Optional.of(99L), 0, pin),
            new HsmSettings(SoftHsm.library(), Optional.empty(), 77, pin)
        }) {
            assertThatThrownBy(() -> hsm(bad).use(keys -> 1))
                    .as("%s", bad)
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("HSM main");
        }
        assertThatThrownBy(() -> new HsmSettings(Path.of("a\"\nslot = 1"), Optional.empty(), 0, pin))
                .isInstanceOf(Permanent.class);
        Map<String, HsmSettings> twice =
                Map.of("one", TestTokens.settings(1, folder, "x"), "two", TestTokens.settings(1, folder, "x"));
        assertThatThrownBy(() -> new HsmEncryptors(twice, SecretResolver.of(Map.of()), InstantSource.system()))
                .isInstanceOf(Permanent.class);
    }
}

package io.holdfast.keys.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeyCommitment;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreKeysTest implements DataKeysContract {
    private static final EncryptorName MAIN = new EncryptorName("main");
    private static final EncryptorName SPARE = new EncryptorName("spare");

    @TempDir
    Path folder = Path.of("unset");

    private final SecretBytes digits = Unlock.KeyFile.newDigits(new SecureRandom());
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final InstantSource clock = () -> now;
    private SealedStore store;
    private StoreEncryptors encryptors;
    private KeyRing keys;

    private Path file() {
        return folder.resolve("keys.store");
    }

    private Unlock unlock() {
        return new Unlock.KeyFile(digits);
    }

    @BeforeEach
    void makeStore() {
        store = SealedStore.create(file(), unlock());
        encryptors = new StoreEncryptors(store);
        encryptors.add(MAIN);
        encryptors.add(SPARE);
        new StoreSigner(store).add();
        keys = ring();
    }

    private KeyRing ring() {
        return new KeyRing(
                List.of(encryptors.encryptor(MAIN), encryptors.encryptor(SPARE)),
                new StoreJobKeys(store, Duration.ofHours(1), clock),
                new StoreSigner(store));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Override
    public DataKeys keys() {
        return keys;
    }

    @Override
    public List<EncryptorName> encryptors() {
        return List.of(MAIN, SPARE);
    }

    private static SetContext newContext() {
        return DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
    }

    private void openAgain() {
        store.close();
        store = SealedStore.open(file(), unlock());
        encryptors = new StoreEncryptors(store);
        keys = ring();
    }

    @Test
    void aJobsKeySurvivesARestartAndEndsByTime() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, encryptors());

        openAgain();
        keys.unwrapForJob(context, made.jobWrapped()).close();
        now = now.plus(Duration.ofHours(1));

        assertThatThrownBy(() -> keys.unwrapForJob(context, made.jobWrapped())).isInstanceOf(Denied.class);
        keys.make(newContext(), encryptors());
        now = now.plusSeconds(1);
        keys.make(newContext(), encryptors());
        assertThat(store.names()).doesNotContain("job/" + context.set().text());
    }

    @Test
    void anEncryptorWithANewVersionWrapsByItAndStillOpensTheOldOne() {
        SetContext context = newContext();
        NewDataKey old = keys.make(context, List.of(MAIN));

        assertThat(encryptors.rotate(MAIN)).isEqualTo(2);
        NewDataKey young = keys.make(newContext(), List.of(MAIN));

        assertThat(young.wrapped()).extracting(WrappedKey::keyVersion).containsExactly("2");
        keys.unwrap(context, old.wrapped(), old.commitment()).close();
    }

    @Test
    void aVersionThatIsGoneIsNamed() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(MAIN));
        WrappedKey wrapped = made.wrapped().getFirst();
        WrappedKey future = new WrappedKey(MAIN, "store", "7", wrapped.sealed());
        WrappedKey odd = new WrappedKey(MAIN, "transit", "x", wrapped.sealed());

        assertThatThrownBy(() -> keys.unwrap(context, List.of(future), made.commitment()))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("no version 7 of encryptor main; it has [1]");
        assertThatThrownBy(() -> keys.unwrap(context, List.of(odd), made.commitment()))
                .hasMessageContaining("it is of kind transit");
    }

    @Test
    void aNewSigningKeySignsAndTheOldOneStaysKnown() {
        Bytes body = Bytes.of(new byte[] {1});
        ManifestSignature before = keys.sign(body);
        new StoreSigner(store).add();
        ManifestSignature after = keys.sign(body);

        assertThat(after.keyId()).isNotEqualTo(before.keyId());
        PinnedKeys pinned = new PinnedKeys(keys.publicKeys());
        pinned.verify("manifest", body, before);
        pinned.verify("manifest", body, after);
    }

    @Test
    void anOfflineRestoreOpensTheStoreBesideTheGatewayAndChangesNothing() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, encryptors());

        try (OfflineKeys offline = OfflineKeys.open(file(), unlock(), clock)) {
            try (SecretBytes opened = offline.keys().unwrap(context, made.wrapped(), made.commitment())) {
                assertThat(DataKeyCommitment.fits(context.set(), opened, made.commitment()))
                        .isTrue();
            }
            assertThat(offline.keys().publicKeys()).isEqualTo(keys.publicKeys());
            assertThatThrownBy(() -> offline.keys().make(newContext(), encryptors()))
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("reading only");
        }
    }
}

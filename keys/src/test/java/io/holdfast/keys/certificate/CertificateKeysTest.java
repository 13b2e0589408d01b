package io.holdfast.keys.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.memory.MemoryRecords;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.store.StoreEncryptors;
import io.holdfast.keys.store.StoreJobKeys;
import io.holdfast.keys.store.StoreSigner;
import io.holdfast.keys.store.StoredCertificate;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Certificates keep to the contract, and to more that is theirs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CertificateKeysTest implements DataKeysContract {
    private static final EncryptorName RSA = new EncryptorName("rsa");
    private static final EncryptorName LONG_RSA = new EncryptorName("long-rsa");
    private static final EncryptorName EC = new EncryptorName("ec");
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration YEAR = Duration.ofDays(365);

    private final MemoryRecords records = new MemoryRecords();
    private final StoreCertificates stored = new StoreCertificates(records);
    private Instant now = NOON;
    private final InstantSource clock = () -> now;
    private KeyRing keys;

    @BeforeAll
    void makeCertificates() {
        make(stored, RSA, KeyKind.RSA_3072);
        make(stored, LONG_RSA, KeyKind.RSA_4096);
        make(stored, EC, KeyKind.EC_P384);
        new StoreSigner(records).add();
        keys = ring(stored.all().stream().map(one -> one.encryptor(clock)).toList());
    }

    private static void make(StoreCertificates store, EncryptorName name, KeyKind kind) {
        try (NewCertificate made = NewCertificate.create(name, kind, NOON, YEAR)) {
            store.add(name, made.certificate(), made.pkcs8(), Optional.empty());
        }
    }

    private KeyRing ring(List<Encryptor> encryptors) {
        return new KeyRing(encryptors, new StoreJobKeys(records, Duration.ofHours(1), clock), new StoreSigner(records));
    }

    /** As a site has it that knows the certificate only. */
    private Encryptor publicHalf(EncryptorName name) {
        return new CertificateEncryptor(name, stored.get(name).certificate(), Optional.empty(), clock);
    }

    @Override
    public DataKeys keys() {
        return keys;
    }

    @Override
    public List<EncryptorName> encryptors() {
        return List.of(RSA, LONG_RSA, EC);
    }

    private static SetContext newContext() {
        return DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
    }

    @Test
    void whatIsWrappedNamesTheKeyByItsFingerprint() {
        NewDataKey made = keys.make(newContext(), encryptors());

        assertThat(made.wrapped()).extracting(WrappedKey::kind).containsOnly("certificate");
        assertThat(made.wrapped())
                .extracting(WrappedKey::keyVersion)
                .containsExactlyElementsOf(encryptors().stream()
                        .map(name ->
                                stored.get(name).certificate().fingerprint().text())
                        .toList());
    }

    @Test
    void aSiteThatKnowsThePublicHalfWrapsAndProvesAndAnotherOneOpensUnderItsOwnName() {
        KeyRing here = ring(List.of(publicHalf(RSA), publicHalf(EC)));
        MemoryRecords elsewhere = new MemoryRecords();
        StoreCertificates imported = new StoreCertificates(elsewhere);
        copy(RSA, imported, "site-a.rsa");
        copy(EC, imported, "site-a.ec");
        KeyRing there =
                ring(imported.all().stream().map(one -> one.encryptor(clock)).toList());
        SetContext context = newContext();

        NewDataKey made = here.make(context, List.of(RSA, EC));

        assertThat(here.prove(context, made.wrapped(), made.commitment()))
                .allMatch(EncryptorProof::proven)
                .allMatch(proof -> proof.how() == EncryptorProof.How.LOOKED_AT);
        assertThatThrownBy(() -> here.unwrap(context, List.of(made.wrapped().getFirst()), made.commitment()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("only the public part of the key sha256:");
        for (WrappedKey wrapped : made.wrapped()) {
            there.unwrap(context, List.of(wrapped), made.commitment()).close();
        }
        assertThat(there.prove(context, made.wrapped(), made.commitment())).allMatch(EncryptorProof::proven);
    }

    @Test
    void aCertificateThatExpiredStaysWithItsSetsAndIsGivenNoNewOnes() {
        KeyRing here = ring(List.of(publicHalf(RSA), stored.get(EC).encryptor(clock)));
        SetContext context = newContext();
        SetContext otherContext = newContext();
        NewDataKey made = here.make(context, List.of(RSA, EC));
        NewDataKey other = here.make(otherContext, List.of(EC));
        now = NOON.plus(YEAR.multipliedBy(2));
        try {
            assertThat(here.rewrap(context, made.wrapped(), made.commitment(), List.of(RSA, EC)))
                    .isEqualTo(made.wrapped());
            assertThatThrownBy(() -> here.rewrap(otherContext, other.wrapped(), other.commitment(), List.of(RSA)))
                    .isInstanceOf(Denied.class);
        } finally {
            now = NOON;
        }
    }

    private void copy(EncryptorName name, StoreCertificates to, String as) {
        StoredCertificate one = stored.get(name);
        try (SecretBytes key = one.privatePart().pkcs8()) {
            to.add(new EncryptorName(as), one.certificate(), key, Optional.of(NOON));
        }
    }

    /** Another encryptor that happens to have the name is not asked. */
    @Test
    void aKeyThatNobodyHereHasIsNamedByItsFingerprint() {
        StoreEncryptors other = new StoreEncryptors(new MemoryRecords());
        other.add(RSA);
        KeyRing there = ring(List.of(other.encryptor(RSA)));
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(RSA));

        assertThatThrownBy(() -> there.unwrap(context, made.wrapped(), made.commitment()))
                .isInstanceOfSatisfying(
                        Permanent.class, e -> assertThat(e.code()).isEqualTo(KeysFailure.PRIVATE_KEY_ELSEWHERE))
                .hasMessageContaining(made.wrapped().getFirst().keyVersion());
    }

    @Test
    void aCertificateThatIsNotValidOpensButDoesNotWrap() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, encryptors());
        KeyRing here = ring(List.of(publicHalf(RSA)));
        List<WrappedKey> first = List.of(made.wrapped().getFirst());

        for (Instant when : List.of(NOON.plus(YEAR).plusSeconds(1), NOON.minus(Duration.ofDays(1)))) {
            now = when;
            try {
                assertThatThrownBy(() -> keys.make(newContext(), List.of(EC)))
                        .isInstanceOfSatisfying(
                                Denied.class, e -> assertThat(e.code()).isEqualTo(KeysFailure.CERTIFICATE_NOT_VALID))
                        .hasMessageContaining("may open data keys, not wrap new ones");
                keys.unwrap(context, made.wrapped(), made.commitment()).close();
                assertThat(keys.prove(context, made.wrapped(), made.commitment()))
                        .allMatch(EncryptorProof::proven);
                assertThat(here.prove(context, first, made.commitment())
                                .getFirst()
                                .failure())
                        .hasValueSatisfying(
                                why -> assertThat(why.code()).isEqualTo(KeysFailure.CERTIFICATE_NOT_VALID.code()));
            } finally {
                now = NOON;
            }
        }
    }

    @Test
    void everyByteOfAWrappedKeyCounts() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(EC));
        WrappedKey wrapped = made.wrapped().getFirst();
        byte[] whole = wrapped.sealed().toArray();

        for (int at = 0; at < whole.length; at++) {
            byte[] bytes = whole.clone();
            bytes[at] ^= (byte) (1 << at % 8);
            WrappedKey bad = new WrappedKey(EC, wrapped.kind(), wrapped.keyVersion(), Bytes.of(bytes));
            assertThatThrownBy(() -> keys.unwrap(context, List.of(bad), made.commitment()))
                    .as("byte %d", at)
                    .isInstanceOf(Corrupt.class);
        }
        for (int length : new int[] {0, 1, 4, whole.length - 1}) {
            WrappedKey cut =
                    new WrappedKey(EC, wrapped.kind(), wrapped.keyVersion(), Bytes.of(Arrays.copyOf(whole, length)));
            assertThatThrownBy(() -> keys.unwrap(context, List.of(cut), made.commitment()))
                    .isInstanceOf(Corrupt.class);
        }
    }

    /** Nobody who knows only the certificate can see more of a wrapped key than that. */
    @Test
    void aProofWithoutThePrivatePartRefusesWhatIsNotWrappedToThisKey() {
        KeyRing here = ring(List.of(publicHalf(RSA), publicHalf(EC)));
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(RSA, EC));
        WrappedKey rsa = made.wrapped().getFirst();
        WrappedKey ec = made.wrapped().getLast();
        WrappedKey exchanged = new WrappedKey(RSA, rsa.kind(), rsa.keyVersion(), ec.sealed());
        WrappedKey unknown = new WrappedKey(RSA, rsa.kind(), "sha256:" + "0".repeat(64), rsa.sealed());

        List<EncryptorProof> proofs = here.prove(context, List.of(rsa, exchanged, unknown), made.commitment());

        assertThat(proofs).extracting(EncryptorProof::proven).containsExactly(true, false, false);
        assertThat(proofs.get(1).failure().orElseThrow().message()).contains("not of the form");
        assertThat(proofs.get(2).failure().orElseThrow().code()).isEqualTo("keys.private-key-elsewhere");
    }

    /** The same key under a renewed certificate: the one that the set names is asked, not the expired one. */
    @Test
    void aRenewedCertificateForTheSameKeyProvesAgain() {
        CertificateEncryptor expired = new CertificateEncryptor(
                new EncryptorName("a-first"),
                stored.get(EC).certificate(),
                Optional.empty(),
                () -> NOON.plus(YEAR.multipliedBy(2)));
        KeyRing here = ring(List.of(expired, publicHalf(EC)));
        SetContext context = newContext();
        NewDataKey made = here.make(context, List.of(EC));

        assertThat(here.prove(context, made.wrapped(), made.commitment())).allMatch(EncryptorProof::proven);
    }
}

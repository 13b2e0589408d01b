package io.holdfast.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What every keeper of keys keeps to; each adapter's test is one of these. */
public interface DataKeysContract {
    /** Numbers for job ids, so that tests of one keeper do not meet. */
    AtomicLong NUMBERS = new AtomicLong();

    /** The keeper under test. */
    DataKeys keys();

    /** Encryptors that it has, one or more. */
    List<EncryptorName> encryptors();

    /** A job id that no other test uses. */
    static JobId newJob() {
        return new JobId("01K%023d".formatted(NUMBERS.incrementAndGet()));
    }

    /** The context of a job's set. */
    static SetContext context(JobId job, Attempt attempt) {
        return new SetContext(new FleetId("fleet-0001"), new InstanceName("pg-main"), SetId.of(job, attempt));
    }

    private static SetContext newContext() {
        return context(newJob(), Attempt.FIRST);
    }

    private static WrappedKey damaged(WrappedKey wrapped) {
        byte[] bytes = wrapped.sealed().toArray();
        bytes[bytes.length - 1] ^= 1;
        return new WrappedKey(wrapped.encryptor(), wrapped.kind(), wrapped.keyVersion(), Bytes.of(bytes));
    }

    @Test
    default void everyEncryptorAndTheJobKeyOpenTheSameKeyAndItIsTheOneCommittedTo() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());

        assertThat(made.wrapped()).extracting(WrappedKey::encryptor).isEqualTo(encryptors());
        try (SecretBytes forJob = keys().unwrapForJob(context, made.jobWrapped())) {
            assertThat(DataKeyCommitment.fits(context.set(), forJob, made.commitment()))
                    .isTrue();
            for (WrappedKey wrapped : made.wrapped()) {
                try (SecretBytes opened = keys().unwrap(context, List.of(wrapped), made.commitment())) {
                    assertThat(opened.sameAs(forJob)).isTrue();
                }
            }
        }
    }

    @Test
    default void twoSetsHaveTwoKeys() {
        assertThat(keys().make(newContext(), encryptors()).commitment())
                .isNotEqualTo(keys().make(newContext(), encryptors()).commitment());
    }

    @Test
    default void aKeyOpensForItsOwnSetOnly() {
        SetContext context = newContext();
        SetContext other = newContext();
        NewDataKey made = keys().make(context, encryptors());
        NewDataKey otherMade = keys().make(other, encryptors());
        SetContext otherFleet = new SetContext(new FleetId("fleet-0002"), context.instance(), context.set());
        SetContext otherInstance = new SetContext(context.fleet(), new InstanceName("pg-two"), context.set());

        for (SetContext wrong : List.of(other, otherFleet, otherInstance)) {
            for (WrappedKey wrapped : made.wrapped()) {
                assertThatThrownBy(() -> keys().unwrap(wrong, List.of(wrapped), made.commitment()))
                        .isInstanceOf(Corrupt.class)
                        .hasMessageContaining(wrapped.encryptor().text());
            }
            assertThatThrownBy(() -> keys().unwrapForJob(wrong, made.jobWrapped()))
                    .isInstanceOf(Corrupt.class);
        }
        assertThatThrownBy(() -> keys().unwrap(context, List.of(made.wrapped().getFirst()), otherMade.commitment()))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("not the data key that the manifest commits to");
    }

    @Test
    default void aDamagedWrappedKeyDoesNotOpenButAnotherOneDoes() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());
        WrappedKey good = made.wrapped().getLast();
        WrappedKey bad = damaged(made.wrapped().getFirst());

        assertThatThrownBy(() -> keys().unwrap(context, List.of(bad), made.commitment()))
                .isInstanceOf(Corrupt.class);
        assertThatThrownBy(() -> keys().unwrap(context, List.of(bad, damaged(good)), made.commitment()))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("no encryptor opens the data key of set " + context.set());
        try (SecretBytes opened = keys().unwrap(context, List.of(bad, good), made.commitment())) {
            assertThat(DataKeyCommitment.fits(context.set(), opened, made.commitment()))
                    .isTrue();
        }
    }

    @Test
    default void anUnknownEncryptorIsNamed() {
        SetContext context = newContext();
        EncryptorName unknown = new EncryptorName("nowhere");

        assertThatThrownBy(() -> keys().make(context, List.of(unknown)))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("there is no encryptor nowhere here; there are: [")
                .hasMessageContaining(encryptors().getFirst().text());
        assertThatThrownBy(() -> keys().make(context, List.of())).isInstanceOf(Permanent.class);
        EncryptorName twice = encryptors().getFirst();
        assertThatThrownBy(() -> keys().make(context, List.of(twice, twice))).isInstanceOf(Permanent.class);
    }

    @Test
    default void aJobsKeyEndsWithTheJob() {
        JobId job = newJob();
        SetContext context = context(job, Attempt.FIRST);
        NewDataKey made = keys().make(context, encryptors());
        keys().unwrapForJob(context, made.jobWrapped()).close();

        keys().endJob(job);
        keys().endJob(job);

        assertThatThrownBy(() -> keys().unwrapForJob(context, made.jobWrapped()))
                .isInstanceOf(Denied.class)
                .hasMessageContaining(context.set().text());
        keys().unwrap(context, made.wrapped(), made.commitment()).close();
    }

    @Test
    default void aLaterAttemptEndsTheKeyOfTheEarlierOne() {
        JobId job = newJob();
        SetContext first = context(job, Attempt.FIRST);
        SetContext second = context(job, Attempt.FIRST.next());
        NewDataKey early = keys().make(first, encryptors());
        NewDataKey late = keys().make(second, encryptors());

        assertThatThrownBy(() -> keys().unwrapForJob(first, early.jobWrapped())).isInstanceOf(Denied.class);
        assertThatThrownBy(() -> keys().make(first, encryptors())).isInstanceOf(Denied.class);
        keys().unwrapForJob(second, late.jobWrapped()).close();
    }

    @Test
    default void aLentKeyOpensUntilTheJobItIsLentToEnds() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());
        keys().endJob(context.set().job());
        JobId verification = newJob();

        WrappedKey lent = keys().lend(context, made.wrapped(), made.commitment(), verification);
        try (SecretBytes opened = keys().unwrapForJob(context, lent)) {
            assertThat(DataKeyCommitment.fits(context.set(), opened, made.commitment()))
                    .isTrue();
        }
        keys().endJob(verification);

        assertThatThrownBy(() -> keys().unwrapForJob(context, lent)).isInstanceOf(Denied.class);
    }

    /** C2: the data key stays, what opens it changes. */
    @Test
    default void aRewrappedKeyIsTheSameKeyAndRewrappingItAgainChangesNothing() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());
        EncryptorName last = encryptors().getLast();

        List<WrappedKey> fewer = keys().rewrap(context, made.wrapped(), made.commitment(), List.of(last));
        List<WrappedKey> all = keys().rewrap(context, fewer, made.commitment(), encryptors());

        assertThat(fewer).containsExactly(made.wrapped().getLast());
        assertThat(all).extracting(WrappedKey::encryptor).isEqualTo(encryptors());
        for (WrappedKey wrapped : all) {
            keys().unwrap(context, List.of(wrapped), made.commitment()).close();
        }
        assertThat(keys().rewrap(context, all, made.commitment(), encryptors())).isEqualTo(all);
    }

    @Test
    default void rewrappingMendsAWrappedKeyThatDoesNotOpen() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());
        List<WrappedKey> wrapped =
                new ArrayList<>(List.of(damaged(made.wrapped().getFirst())));
        wrapped.addAll(made.wrapped());

        List<WrappedKey> mended = keys().rewrap(context, wrapped, made.commitment(), encryptors());

        assertThat(mended).extracting(WrappedKey::encryptor).isEqualTo(encryptors());
        assertThat(keys().prove(context, mended, made.commitment())).allMatch(EncryptorProof::proven);
    }

    @Test
    default void nothingIsRewrappedForAnotherSetOrKeyOrUnknownEncryptors() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());
        Bytes other = keys().make(newContext(), encryptors()).commitment();
        EncryptorName known = encryptors().getFirst();
        EncryptorName unknown = new EncryptorName("nowhere");

        assertThatThrownBy(() -> keys().rewrap(newContext(), made.wrapped(), made.commitment(), encryptors()))
                .isInstanceOf(Corrupt.class);
        assertThatThrownBy(() -> keys().rewrap(context, made.wrapped(), other, encryptors()))
                .isInstanceOf(Corrupt.class);
        for (List<EncryptorName> refused : List.of(List.<EncryptorName>of(), List.of(unknown), List.of(known, known))) {
            assertThatThrownBy(() -> keys().rewrap(context, made.wrapped(), made.commitment(), refused))
                    .as("%s", refused)
                    .isInstanceOf(Permanent.class);
        }
    }

    /** C3: each encryptor is asked itself. */
    @Test
    default void aProofTellsForEachEncryptorWhetherItOpens() {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, encryptors());
        List<WrappedKey> wrapped = new ArrayList<>(made.wrapped());
        wrapped.add(damaged(made.wrapped().getFirst()));

        List<EncryptorProof> proofs = keys().prove(context, wrapped, made.commitment());

        assertThat(proofs).hasSize(wrapped.size());
        assertThat(proofs.subList(0, made.wrapped().size())).allMatch(EncryptorProof::proven);
        assertThat(proofs.getLast().failure())
                .hasValueSatisfying(failure -> assertThat(failure.kind()).isEqualTo("corrupt"));
    }

    @Test
    default void aSignatureIsVerifiedByThePublicKeysAndByNoOther() {
        Bytes body = Bytes.of("a manifest".getBytes(StandardCharsets.UTF_8));
        Bytes other = Bytes.of("another".getBytes(StandardCharsets.UTF_8));
        ManifestSignature signature = keys().sign(body);
        PinnedKeys pinned = new PinnedKeys(keys().publicKeys());

        pinned.verify("manifest", body, signature);
        assertThat(signature.keyId()).isEqualTo(keys().publicKeys().getFirst().id());
        assertThatThrownBy(() -> pinned.verify("manifest of set X", other, signature))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("manifest of set X");
        assertThatThrownBy(() -> new PinnedKeys(List.of()).verify("manifest of set X", body, signature))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("pinned here: none");
    }

    @Test
    default void manyCallersAtOnceEachGetTheirOwn() throws Exception {
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(() -> {
                SetContext context = newContext();
                NewDataKey made = keys().make(context, encryptors());
                try (SecretBytes opened = keys().unwrapForJob(context, made.jobWrapped())) {
                    return DataKeyCommitment.fits(context.set(), opened, made.commitment());
                }
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> outcome : threads.invokeAll(calls)) {
                assertThat(outcome.get()).isTrue();
            }
        }
    }
}

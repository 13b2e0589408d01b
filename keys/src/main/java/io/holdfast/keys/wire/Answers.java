package io.holdfast.keys.wire;

import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a gateway answers, as JSON; a data key alone is raw bytes. */
public sealed interface Answers {
    /** Nothing more to say. */
    record Done(boolean done) implements Answers {}

    /** To {@link Verb#PROVE}. */
    record Proofs(List<Proof> proofs) implements Answers {
        /** The same in the port's words. */
        public List<EncryptorProof> words() {
            return proofs.stream()
                    .map(proof ->
                            new EncryptorProof(proof.encryptor(), proof.how(), Optional.ofNullable(proof.failure())))
                    .toList();
        }

        /** Of the port's words. */
        public static Proofs of(List<EncryptorProof> words) {
            return new Proofs(words.stream()
                    .map(proof -> new Proof(
                            proof.encryptor(), proof.how(), proof.failure().orElse(null)))
                    .toList());
        }
    }

    /** One of {@link Proofs}; no failure is a proof. */
    record Proof(
            EncryptorName encryptor,
            EncryptorProof.How how,
            @Nullable FailureReport failure) {}

    /** To {@link Verb#REWRAP}: one for each encryptor asked for, in their order. */
    record Rewrapped(List<WrappedKey> wrapped) implements Answers {}

    /** To {@link Verb#PUBLIC_KEYS}. */
    record PublicKeys(List<SigningKey> keys) implements Answers {}

    /** To {@link Verb#ENCRYPTORS}. */
    record Encryptors(List<EncryptorState> encryptors) implements Answers {}

    /**
     * What is seen of an encryptor; also the answer to who changed it.
     *
     * @param kind as in {@link io.holdfast.protocol.key.WrappedKey#kind()}
     * @param version of its key that wraps now; null when it cannot be used
     * @param disabled since when and by whom it is disabled; null when it is enabled
     * @param exported when its private part was last exported; null where it has none here, or never was
     * @param warning what speaks against relying on it; null where nothing does
     * @param failure why it cannot be used now; null when it can
     */
    record EncryptorState(
            EncryptorName name,
            String kind,
            @Nullable String version,
            @Nullable DisabledState disabled,
            @Nullable String exported,
            @Nullable String warning,
            @Nullable FailureReport failure)
            implements Answers {}

    /**
     * That an encryptor is disabled.
     *
     * @param since ISO-8601 UTC
     * @param by role and name of a certificate
     */
    record DisabledState(String since, String by) {}

    /** To {@link Verb#AUDIT}: the last lines of the audit log. */
    record Audit(List<String> lines) implements Answers {}
}

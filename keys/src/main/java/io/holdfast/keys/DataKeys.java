package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;

/**
 * Makes, wraps and unwraps the data keys of backup sets, and signs manifests. Every verb is bound to the set context: a
 * wrapped key opens for the fleet, instance and set it was made for, and for no other.
 *
 * <p>All verbs throw {@link io.holdfast.protocol.failure.Transient} when the keeper of keys cannot be reached or is
 * sealed, {@link io.holdfast.protocol.failure.Denied} when the caller's role, the job's state or the encryptor's policy
 * forbids the call, {@link io.holdfast.protocol.failure.Corrupt} when a wrapped key does not open or is not the set's, and
 * {@link io.holdfast.protocol.failure.Permanent} when the request itself is wrong, such as an unknown encryptor.
 */
public interface DataKeys {
    /** A set has no more encryptors. */
    int MOST_ENCRYPTORS = 16;

    /**
     * Makes the data key of a set, wrapped by every encryptor named and by the ephemeral key of the set's job and attempt.
     * The caller never sees the data key. Called again for the same set it makes another data key; the job key stays. Job
     * keys of earlier attempts of the same job end.
     *
     * @param encryptors 1 to {@value #MOST_ENCRYPTORS} names, none twice
     */
    NewDataKey make(SetContext context, List<EncryptorName> encryptors);

    /**
     * The data key for a worker, while the job runs that it was made for or lent to; afterwards {@link io.holdfast.protocol.failure.Denied}.
     *
     * @param jobWrapped what {@link #make} gave as {@link NewDataKey#jobWrapped()}, or what {@link #lend} gave
     * @return 32 bytes, to be closed by the caller
     */
    SecretBytes unwrapForJob(SetContext context, WrappedKey jobWrapped);

    /**
     * Lends the data key of a set that is whole to the workers of another job, a verification that opens every chunk: the
     * gateway unwraps it, compares it with its commitment and wraps it with the ephemeral key of {@code job}. The caller (a
     * coordinator) never sees it; workers open it by {@link #unwrapForJob} until {@link #endJob} of {@code job}.
     *
     * @param wrapped the wrapped keys and the commitment of the set's manifest
     */
    WrappedKey lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job);

    /**
     * The data key for a restore: the encryptors are tried in their order until one opens, and the key is compared with
     * its commitment. When none opens, the failure names each encryptor and why it did not.
     *
     * @param commitment what the manifest says of the data key
     * @return 32 bytes, to be closed by the caller
     */
    SecretBytes unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment);

    /**
     * The data key of a set that is whole, wrapped by other encryptors or by newer versions of their keys: the keeper unwraps it by one of
     * the earlier ones, compares it with its commitment, wraps it, and shows that each result opens. The caller never sees it. What an
     * encryptor wrapped earlier by the version that it wraps by now stays as it was: asked again, the answer is the same.
     *
     * @param wrapped the wrapped keys and the commitment of the set
     * @param encryptors 1 to {@value #MOST_ENCRYPTORS} names, none twice: all that shall open the set from now on
     * @return one for each of {@code encryptors}, in their order
     */
    List<WrappedKey> rewrap(
            SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> encryptors);

    /**
     * Proves, before a set is declared whole, that each encryptor opens its wrapped key and that what it opens is the key
     * committed to. Freshly unwrapped with a fresh login; the data key does not leave the keeper.
     *
     * @return one result for each wrapped key, in their order; an encryptor that fails is a result, not an exception
     */
    List<EncryptorProof> prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment);

    /** Ends the job keys of all attempts of a job; ending what has ended or never was is no error. */
    void endJob(JobId job);

    /**
     * Signs the body of a manifest; what is signed is {@link SignedBody#of}.
     *
     * @param body of any length; only its digest leaves the caller
     */
    ManifestSignature sign(Bytes body);

    /** The public keys that verify what {@link #sign} makes: first the one that signs now, then earlier ones. */
    List<SigningKey> publicKeys();
}

package io.holdfast.keys.wire;

import io.holdfast.keys.seal.ReplyKey;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;

/** What callers ask of a gateway; each is the JSON body of a POST to its {@link Verb}'s path; what only reads has none, and is a GET. */
public sealed interface Requests {
    /** {@link Verb#MAKE}. */
    record Make(SetContext context, List<EncryptorName> encryptors) implements Requests {}

    /** {@link Verb#UNWRAP_FOR_JOB}; the answer is the data key, sealed to {@code replyKey} ({@link ReplyKey}). */
    record UnwrapForJob(SetContext context, WrappedKey jobWrapped, Bytes replyKey) implements Requests {}

    /** {@link Verb#UNWRAP}; the answer is the data key, sealed to {@code replyKey} ({@link ReplyKey}). */
    record Unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment, Bytes replyKey) implements Requests {}

    /** {@link Verb#PROVE}. */
    record Prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) implements Requests {}

    /** {@link Verb#LEND}. */
    record Lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job) implements Requests {}

    /** {@link Verb#REWRAP}. */
    record Rewrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> encryptors)
            implements Requests {}

    /** {@link Verb#END_JOB}. */
    record EndJob(JobId job) implements Requests {}

    /** {@link Verb#DISABLE_ENCRYPTOR}, {@link Verb#ENABLE_ENCRYPTOR}, {@link Verb#ROTATE_ENCRYPTOR}. */
    record OfEncryptor(EncryptorName encryptor) implements Requests {}

    /** {@link Verb#SIGN}: SHA-512 of the body. */
    record Sign(Bytes digest) implements Requests {}
}

package io.holdfast.gateway.answer;

import io.holdfast.keys.DataKeys;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a call is about, for the audit log. */
record Subject(
        @Nullable SetContext context,
        @Nullable JobId job,
        @Nullable String digest,
        @Nullable List<EncryptorName> encryptors) {
    /** A refused request may name more; the log's lines stay bounded. */
    private static final int MOST_NAMES = DataKeys.MOST_ENCRYPTORS;

    static final Subject NONE = new Subject(null, null, null, null);

    static Subject of(SetContext context, List<EncryptorName> encryptors) {
        return new Subject(
                context, null, null, encryptors.stream().limit(MOST_NAMES).toList());
    }

    static Subject ofWrapped(SetContext context, List<WrappedKey> wrapped, @Nullable JobId job) {
        return new Subject(
                context,
                job,
                null,
                wrapped.stream().limit(MOST_NAMES).map(WrappedKey::encryptor).toList());
    }

    static Subject of(JobId job) {
        return new Subject(null, job, null, null);
    }

    static Subject of(EncryptorName encryptor) {
        return new Subject(null, null, null, List.of(encryptor));
    }

    static Subject ofDigest(String digest) {
        return new Subject(null, null, digest.length() <= 128 ? digest : digest.substring(0, 128), null);
    }
}

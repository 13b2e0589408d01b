package io.holdfast.keys.gateway;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats calls that fail with {@link Transient}, with growing pauses, until the patience is used up. Every verb may be
 * repeated: a data key that was made twice is used once, and ending is ending.
 */
public final class RetryingDataKeys implements DataKeys {
    private static final Logger LOG = LoggerFactory.getLogger(RetryingDataKeys.class);
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final DataKeys inner;
    private final Duration patience;
    private final Pause pause;

    /** Pauses {@code patience} in sum at most. */
    public RetryingDataKeys(DataKeys inner, Duration patience, Pause pause) {
        this.inner = inner;
        this.patience = patience;
        this.pause = pause;
    }

    private <T> T repeat(Supplier<T> call) {
        Duration waited = Duration.ZERO;
        Duration next = FIRST;
        while (true) {
            try {
                return call.get();
            } catch (Transient e) {
                if (waited.compareTo(patience) >= 0 || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LOG.debug("again in about {}: {}", next, e.what());
                waited = waited.plus(waitFor(next, e));
                next = next.multipliedBy(2).compareTo(LONGEST) < 0 ? next.multipliedBy(2) : LONGEST;
            }
        }
    }

    /** Callers that failed together do not come back together. */
    private Duration waitFor(Duration about, Transient failure) {
        long millis = about.toMillis();
        Duration length = Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
        try {
            pause.of(length);
            return length;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    @Override
    public NewDataKey make(SetContext context, List<EncryptorName> encryptors) {
        return repeat(() -> inner.make(context, encryptors));
    }

    @Override
    public SecretBytes unwrapForJob(SetContext context, WrappedKey jobWrapped) {
        return repeat(() -> inner.unwrapForJob(context, jobWrapped));
    }

    @Override
    public WrappedKey lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job) {
        return repeat(() -> inner.lend(context, wrapped, commitment, job));
    }

    @Override
    public SecretBytes unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return repeat(() -> inner.unwrap(context, wrapped, commitment));
    }

    @Override
    public List<WrappedKey> rewrap(
            SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> encryptors) {
        return repeat(() -> inner.rewrap(context, wrapped, commitment, encryptors));
    }

    @Override
    public List<EncryptorProof> prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return repeat(() -> inner.prove(context, wrapped, commitment));
    }

    @Override
    public void endJob(JobId job) {
        repeat(() -> {
            inner.endJob(job);
            return job;
        });
    }

    @Override
    public ManifestSignature sign(Bytes body) {
        return repeat(() -> inner.sign(body));
    }

    @Override
    public List<SigningKey> publicKeys() {
        return repeat(inner::publicKeys);
    }
}

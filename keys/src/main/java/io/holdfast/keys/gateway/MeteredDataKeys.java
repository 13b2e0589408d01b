package io.holdfast.keys.gateway;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.metrics.Metrics;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Measures calls for keys by verb and outcome. */
public final class MeteredDataKeys implements DataKeys {
    private final DataKeys inner;
    private final Metrics metrics;

    /** Measures into {@code metrics}. */
    public MeteredDataKeys(DataKeys inner, Metrics metrics) {
        this.inner = inner;
        this.metrics = metrics;
    }

    private <T> T measured(Verb verb, Supplier<T> call) {
        Timer.Sample sample = Timer.start(metrics.registry());
        String outcome = "defect";
        try {
            T result = call.get();
            outcome = "granted";
            return result;
        } catch (Failure e) {
            outcome = e.report().kind();
            throw e;
        } finally {
            String word = verb.name().toLowerCase(Locale.ROOT);
            sample.stop(metrics.timer(KeysMetric.CALL, "verb", word, "outcome", outcome));
        }
    }

    @Override
    public NewDataKey make(SetContext context, List<EncryptorName> encryptors) {
        return measured(Verb.MAKE, () -> inner.make(context, encryptors));
    }

    @Override
    public SecretBytes unwrapForJob(SetContext context, WrappedKey jobWrapped) {
        return measured(Verb.UNWRAP_FOR_JOB, () -> inner.unwrapForJob(context, jobWrapped));
    }

    @Override
    public WrappedKey lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job) {
        return measured(Verb.LEND, () -> inner.lend(context, wrapped, commitment, job));
    }

    @Override
    public SecretBytes unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return measured(Verb.UNWRAP, () -> inner.unwrap(context, wrapped, commitment));
    }

    @Override
    public List<WrappedKey> rewrap(
            SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> encryptors) {
        return measured(Verb.REWRAP, () -> inner.rewrap(context, wrapped, commitment, encryptors));
    }

    @Override
    public List<EncryptorProof> prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return measured(Verb.PROVE, () -> inner.prove(context, wrapped, commitment));
    }

    @Override
    public void endJob(JobId job) {
        measured(Verb.END_JOB, () -> {
            inner.endJob(job);
            return job;
        });
    }

    @Override
    public ManifestSignature sign(Bytes body) {
        return measured(Verb.SIGN, () -> inner.sign(body));
    }

    @Override
    public List<SigningKey> publicKeys() {
        return measured(Verb.PUBLIC_KEYS, inner::publicKeys);
    }
}

package io.holdfast.gateway.app;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Remembers whether an encryptor could be used last time, for health and metrics. */
final class WatchedEncryptor implements Encryptor {
    private final Encryptor inner;
    private final AtomicReference<Optional<FailureReport>> last = new AtomicReference<>(Optional.empty());

    WatchedEncryptor(Encryptor inner) {
        this.inner = inner;
    }

    /** Why the last use or probe failed; empty when it succeeded. */
    Optional<FailureReport> failure() {
        return last.get();
    }

    @Override
    public String probe() {
        try {
            String version = inner.probe();
            last.set(Optional.empty());
            return version;
        } catch (Failure e) {
            last.set(Optional.of(e.report()));
            throw e;
        }
    }

    @Override
    public void rotate() {
        inner.rotate();
    }

    private <T> T watched(Supplier<T> use) {
        try {
            T result = use.get();
            last.set(Optional.empty());
            return result;
        } catch (Corrupt e) {
            // The wrapped key is at fault, not the encryptor.
            throw e;
        } catch (Failure e) {
            if (e.code() != KeysFailure.PRIVATE_KEY_ELSEWHERE) {
                last.set(Optional.of(e.report()));
            }
            throw e;
        }
    }

    @Override
    public EncryptorName name() {
        return inner.name();
    }

    @Override
    public String kind() {
        return inner.kind();
    }

    @Override
    public WrappedKey wrap(SetContext context, SecretBytes dataKey) {
        return watched(() -> inner.wrap(context, dataKey));
    }

    @Override
    public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
        return watched(() -> inner.unwrap(context, wrapped));
    }

    @Override
    public SecretBytes unwrapAfresh(SetContext context, WrappedKey wrapped) {
        return watched(() -> inner.unwrapAfresh(context, wrapped));
    }

    @Override
    public Optional<String> warning() {
        return inner.warning();
    }

    @Override
    public Optional<Instant> exported() {
        return inner.exported();
    }

    @Override
    public boolean holds(WrappedKey wrapped) {
        return inner.holds(wrapped);
    }

    @Override
    public Optional<SecretBytes> show(SetContext context, WrappedKey wrapped) {
        return watched(() -> inner.show(context, wrapped));
    }

    @Override
    public Optional<SecretBytes> prove(SetContext context, WrappedKey wrapped) {
        return watched(() -> inner.prove(context, wrapped));
    }
}

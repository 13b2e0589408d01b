package io.holdfast.keys.ring;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.time.Instant;
import java.util.Optional;

/** Refuses to wrap and to unwrap while the encryptor is disabled; asked anew at every call. */
public final class SwitchedEncryptor implements Encryptor {
    private final Encryptor inner;
    private final Switches switches;

    /** {@code inner} while {@code switches} allow it. */
    public SwitchedEncryptor(Encryptor inner, Switches switches) {
        this.inner = inner;
        this.switches = switches;
    }

    private Encryptor enabled() {
        switches.disabled(name()).ifPresent(disabled -> {
            throw new Denied(
                    KeysFailure.ENCRYPTOR_DISABLED,
                    "encryptor " + name() + " was disabled at " + disabled.since() + " by " + disabled.by());
        });
        return inner;
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
        return enabled().wrap(context, dataKey);
    }

    @Override
    public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
        return enabled().unwrap(context, wrapped);
    }

    @Override
    public SecretBytes unwrapAfresh(SetContext context, WrappedKey wrapped) {
        return enabled().unwrapAfresh(context, wrapped);
    }

    @Override
    public Optional<SecretBytes> prove(SetContext context, WrappedKey wrapped) {
        return enabled().prove(context, wrapped);
    }

    @Override
    public Optional<SecretBytes> show(SetContext context, WrappedKey wrapped) {
        return enabled().show(context, wrapped);
    }

    @Override
    public boolean holds(WrappedKey wrapped) {
        return inner.holds(wrapped);
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
    public String probe() {
        return enabled().probe();
    }

    /** {@inheritDoc} A disabled one may be rotated, too: nothing is wrapped or opened by that. */
    @Override
    public void rotate() {
        inner.rotate();
    }
}

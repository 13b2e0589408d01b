package io.holdfast.gateway.answer;

import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.ring.Switches;
import io.holdfast.keys.wire.Answers;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.EncryptorName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What operators see and key administrators change of the encryptors of a gateway that runs. */
public final class Administration {
    private final KeyRing keys;
    private final Switches switches;

    /** Of the encryptors of {@code keys}, which obey {@code switches}. */
    public Administration(KeyRing keys, Switches switches) {
        this.keys = keys;
        this.switches = switches;
    }

    Answers.Encryptors list() {
        return new Answers.Encryptors(
                keys.encryptors().stream().map(this::state).toList());
    }

    /** Only an encryptor that is there can be disabled: a typing error would leave the one meant enabled. */
    Answers.EncryptorState disable(EncryptorName name, String by) {
        Encryptor encryptor = keys.require(name);
        switches.disable(name, by);
        return state(encryptor);
    }

    Answers.EncryptorState enable(EncryptorName name) {
        Encryptor encryptor = keys.require(name);
        switches.enable(name);
        return state(encryptor);
    }

    Answers.EncryptorState rotate(EncryptorName name) {
        Encryptor encryptor = keys.require(name);
        encryptor.rotate();
        return state(encryptor);
    }

    private Answers.EncryptorState state(Encryptor encryptor) {
        Answers.@Nullable DisabledState disabled = switches.disabled(encryptor.name())
                .map(found -> new Answers.DisabledState(found.since().toString(), found.by()))
                .orElse(null);
        @Nullable String version = null;
        @Nullable FailureReport failure = null;
        try {
            version = encryptor.probe();
        } catch (Failure e) {
            failure = e.report();
        }
        return new Answers.EncryptorState(
                encryptor.name(),
                encryptor.kind(),
                version,
                disabled,
                encryptor.exported().map(Instant::toString).orElse(null),
                encryptor.warning().orElse(null),
                failure);
    }
}

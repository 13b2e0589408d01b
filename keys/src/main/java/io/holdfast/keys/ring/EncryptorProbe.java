package io.holdfast.keys.ring;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;

/** Tries an encryptor out with a sample that is no key of anything. */
public final class EncryptorProbe {
    private static final SetContext ONE = sample(1);
    private static final SetContext OTHER = sample(2);

    private EncryptorProbe() {}

    /**
     * Wraps and unwraps a sample, and makes sure that another context does not open it.
     *
     * @param what the encryptor and its key, for the message
     * @return the version of the key that wrapped
     * @throws Permanent when the key ignores the context
     */
    public static String of(Encryptor encryptor, String what) {
        try (SecretBytes secret = SecretBytes.takeOver(new byte[KeyWrap.KEY_BYTES])) {
            WrappedKey wrapped = encryptor.wrap(ONE, secret);
            encryptor.unwrap(ONE, wrapped).close();
            if (opensForAnother(encryptor, wrapped)) {
                throw new Permanent(
                        KeysFailure.CONTEXT_IGNORED, what + " opens for one set what it wrapped for another");
            }
            return wrapped.keyVersion();
        }
    }

    private static boolean opensForAnother(Encryptor encryptor, WrappedKey wrapped) {
        try {
            encryptor.unwrap(OTHER, wrapped).close();
            return true;
        } catch (Corrupt e) {
            return false;
        }
    }

    private static SetContext sample(long number) {
        JobId job = new JobId("0".repeat(25) + number);
        return new SetContext(new FleetId("probe-only"), new InstanceName("probe"), SetId.of(job, Attempt.FIRST));
    }
}

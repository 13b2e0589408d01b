package io.holdfast.keys.ring;

import io.holdfast.protocol.id.EncryptorName;
import java.time.Instant;
import java.util.Optional;

/** Which encryptors are disabled; what is set here is durable before the call returns, and outlives the process. */
public interface Switches {
    /**
     * That an encryptor is disabled.
     *
     * @param since when it was
     * @param by who did it: role and name of a certificate, or that it was done on the store's file
     */
    record Disabled(Instant since, String by) {}

    /** Whether, since when and by whom an encryptor is disabled; empty when it may be used. */
    Optional<Disabled> disabled(EncryptorName name);

    /** Disables an encryptor from the next call on; one that is disabled stays as it is. */
    void disable(EncryptorName name, String by);

    /** Enables an encryptor; one that is enabled stays so. */
    void enable(EncryptorName name);
}

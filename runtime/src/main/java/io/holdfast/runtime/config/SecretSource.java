package io.holdfast.runtime.config;

import io.holdfast.protocol.SecretBytes;

/** Reads secrets of one scheme; the one for Vault comes with a section that says where it is, the others are built in. */
public interface SecretSource {
    /** The scheme it reads. */
    SecretRef.Scheme scheme();

    /** The secret, to be closed by the caller; what cannot be read is a failure that names the reference. */
    SecretBytes read(SecretRef reference);
}

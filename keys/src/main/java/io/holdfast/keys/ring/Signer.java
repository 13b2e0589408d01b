package io.holdfast.keys.ring;

import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.Bytes;
import java.util.List;

/** Signs digests of manifests. */
public interface Signer {
    /** The signature over the message of {@link io.holdfast.keys.SignedBody#ofDigest}. */
    ManifestSignature signDigest(Bytes digest);

    /** Its public keys, the one that signs now first. */
    List<SigningKey> publicKeys();
}

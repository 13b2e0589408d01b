package io.holdfast.agent;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.stripe.StreamRef;
import java.util.List;

/**
 * A set whose manifest, key section and index were read and verified against the pinned keys.
 *
 * @param digest SHA-256 of the signed body
 * @param keys of the newest key section; empty for suite none
 * @param streams what the index names
 * @param repository where it was found, and is read
 */
public record VerifiedSet(
        ManifestBody body, Bytes digest, List<WrappedKey> keys, List<StreamRef> streams, RepositoryName repository) {
    public VerifiedSet {
        keys = List.copyOf(keys);
        streams = List.copyOf(streams);
    }
}

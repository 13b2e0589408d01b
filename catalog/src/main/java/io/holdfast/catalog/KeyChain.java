package io.holdfast.catalog;

import io.holdfast.keys.PinnedKeys;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key sections of a set in a repository, each of which names the digest of the one before: the end of the chain.
 *
 * @param section the newest version, verified
 * @param digest SHA-256 of its stored bytes, which the next version names
 */
record KeyChain(KeySection section, Bytes digest) {
    /** The newest version, once the chain of versions before it is verified; empty where there is none. */
    static Optional<KeyChain> newest(Repository repository, SetId set, PinnedKeys pinned) {
        @Nullable KeyChain newest = null;
        for (int version = 1; ; version++) {
            Optional<byte[]> stored = repository.getObject(ObjectName.keys(set, version));
            if (stored.isEmpty()) {
                return Optional.ofNullable(newest);
            }
            KeySection section = Manifests.open(set, Manifests.readKeys(set, stored.get()), pinned);
            @Nullable Bytes before = newest == null ? null : newest.digest();
            if (section.version() != version || !Objects.equals(section.previousDigest(), before)) {
                throw new Corrupt(
                        CatalogFailure.KEYS_WENT_BACK,
                        "keys-" + version + " of set " + set + " is version " + section.version()
                                + (section.version() == version ? " of another chain" : ""));
            }
            newest = new KeyChain(section, Manifests.sha256(stored.get()));
        }
    }
}

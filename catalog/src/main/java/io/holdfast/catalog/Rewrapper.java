package io.holdfast.catalog;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryFailure;
import java.util.List;

/**
 * Lets other encryptors open a set that is whole: its key section gets a next version, in the repository first, where create-if-absent
 * lets one writer only have each version, then in the catalog. Data and manifest stay as they are. Doing it again after a crash at any
 * moment goes on where it was.
 */
public final class Rewrapper {
    private final DataKeys keys;
    private final PinnedKeys pinned;
    private final CatalogWriter catalog;

    /** Wraps and signs by {@code keys}; {@code pinned} must hold the key that signs. */
    public Rewrapper(DataKeys keys, PinnedKeys pinned, CatalogWriter catalog) {
        this.keys = keys;
        this.pinned = pinned;
        this.catalog = catalog;
    }

    /** What was done to a set. */
    public enum Outcome {
        /** Its key section has a new version. */
        REWRAPPED,
        /** Exactly these encryptors open it already, each by the key version that it wraps by now. */
        UNCHANGED,
        /** It is not encrypted, and has no key. */
        WITHOUT_KEY
    }

    /**
     * From now on the {@code encryptors} open the set, and no others.
     *
     * @param encryptors 1 to {@value DataKeys#MOST_ENCRYPTORS} names, none twice
     * @throws Transient keys-changed: somebody else wrote the next version meanwhile; another try starts from theirs
     */
    public Outcome rewrap(Repository repository, CatalogEntry set, List<EncryptorName> encryptors) {
        ManifestBody body = set.body();
        Bytes commitment = body.dekCommitment();
        if (commitment == null) {
            return Outcome.WITHOUT_KEY;
        }
        KeyChain newest = newest(repository, body);
        KeySection section = newest.section();
        List<WrappedKey> wrapped = keys.rewrap(body.context(), section.keys(), commitment, encryptors);
        if (wrapped.equals(section.keys())) {
            if (section.version() == set.keys().version()) {
                return Outcome.UNCHANGED;
            }
            // Written by a try that did not come as far as the catalog.
            catalog.write(body.set(), section);
            return Outcome.REWRAPPED;
        }
        catalog.write(body.set(), stored(repository, signed(newest, wrapped)));
        return Outcome.REWRAPPED;
    }

    private KeyChain newest(Repository repository, ManifestBody body) {
        SetId set = body.set();
        KeyChain newest = KeyChain.newest(repository, set, pinned)
                .orElseThrow(() -> new Corrupt(
                        CatalogFailure.KEYS_ABSENT,
                        "repository " + repository.name() + " has no key section of set " + set
                                + ", which the catalog lists"));
        if (!newest.section().context().equals(body.context())) {
            throw new Corrupt(
                    CatalogFailure.WRONG_SET,
                    "the key section of set " + set + " in repository " + repository.name() + " is of instance "
                            + newest.section().context().instance());
        }
        return newest;
    }

    /** A signer that is not pinned is found before anything is written. */
    private KeySection signed(KeyChain newest, List<WrappedKey> wrapped) {
        SetId set = newest.section().context().set();
        return Manifests.open(set, Manifests.signNext(newest, wrapped, keys), pinned);
    }

    private static KeySection stored(Repository repository, KeySection section) {
        ObjectName name = ObjectName.keys(section.context().set(), section.version());
        try {
            Stored.write(repository, name, Codecs.KEY_SECTION.bytes(section));
            return section;
        } catch (Permanent e) {
            if (e.code() != RepositoryFailure.OBJECT_DIFFERS) {
                throw e;
            }
            throw new Transient(
                    CatalogFailure.KEYS_CHANGED, "somebody else wrote the " + name + " at the same time", e);
        }
    }
}

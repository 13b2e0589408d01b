package io.holdfast.catalog;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import java.util.List;
import java.util.Optional;

/**
 * The last steps that make a set real, in their order: encryptors proven, body and keys signed and written to the repository, read
 * back, then the catalog. Each step is create-if-absent, so that the whole may be done again after a crash at any moment.
 */
public final class Publisher {
    private final DataKeys keys;
    private final PinnedKeys pinned;
    private final CatalogWriter catalog;

    /** Signs by {@code keys}; {@code pinned} must hold the key that signs, which is found out before anything is written. */
    public Publisher(DataKeys keys, PinnedKeys pinned, CatalogWriter catalog) {
        this.keys = keys;
        this.pinned = pinned;
        this.catalog = catalog;
    }

    /**
     * Proves that every encryptor opens the data key. Nothing to prove without a commitment (suite none).
     *
     * @throws Transient encryptor-unproven: it may work again later
     */
    public void prove(ManifestBody body, List<WrappedKey> wrapped) {
        Bytes commitment = body.dekCommitment();
        if (commitment == null) {
            return;
        }
        for (EncryptorProof proof : keys.prove(body.context(), wrapped, commitment)) {
            if (!proof.proven()) {
                String why = proof.failure().map(failure -> failure.message()).orElse("no reason was given");
                throw new Transient(
                        CatalogFailure.ENCRYPTOR_UNPROVEN,
                        "encryptor " + proof.encryptor() + " does not open the data key of set " + body.set() + ": "
                                + why);
            }
        }
    }

    /** Publishes a set; what an earlier try has written already is kept. */
    public CatalogEntry publish(Repository repository, ManifestBody body, List<WrappedKey> wrapped) {
        prove(body, wrapped);
        SetId set = body.set();
        SignedManifest manifest = manifest(repository, body);
        KeySection section = keys(repository, body, wrapped);
        ManifestBody verified = Manifests.open(set, manifest, pinned);
        catalog.write(set, manifest, section);
        return new CatalogEntry(verified, section, Manifests.digest(manifest));
    }

    private SignedManifest manifest(Repository repository, ManifestBody body) {
        SetId set = body.set();
        ObjectName name = ObjectName.manifest(set);
        Optional<byte[]> earlier = repository.getObject(name);
        if (earlier.isPresent()) {
            SignedManifest known = Manifests.readManifest(set, earlier.get());
            ManifestBody unused = Manifests.open(set, known, pinned);
            return known;
        }
        SignedManifest signed = Manifests.sign(body, keys);
        ManifestBody unused = Manifests.open(set, signed, pinned);
        Stored.write(repository, name, Codecs.SIGNED_MANIFEST.bytes(signed));
        return signed;
    }

    private KeySection keys(Repository repository, ManifestBody body, List<WrappedKey> wrapped) {
        SetId set = body.set();
        // A set whose publishing is repeated may have been rewrapped since.
        Optional<KeyChain> earlier = KeyChain.newest(repository, set, pinned);
        if (earlier.isPresent()) {
            return earlier.get().section();
        }
        KeySection signed = Manifests.open(set, Manifests.sign(body.context(), wrapped, keys), pinned);
        Stored.write(repository, ObjectName.keys(set, 1), Codecs.KEY_SECTION.bytes(signed));
        return signed;
    }
}

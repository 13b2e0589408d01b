package io.holdfast.catalog;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** Manifests and key sections to signed bytes and back. What is not signed by a pinned key is never believed. */
public final class Manifests {
    /** The most bytes of a body's JSON. */
    public static final int LARGEST_BODY = 100_000;

    private static final JsonCodec<ManifestBody> BODY = JsonCodec.of(ManifestBody.class, LARGEST_BODY);
    private static final Bytes UNSIGNED = Bytes.of(new byte[0]);

    private Manifests() {}

    /** Signs a body. */
    public static SignedManifest sign(ManifestBody body, DataKeys keys) {
        Bytes bytes = Bytes.of(bodyBytes(body));
        ManifestSignature signature = keys.sign(bytes);
        return new SignedManifest(1, bytes, signature.keyId(), signature.bytes());
    }

    private static byte[] bodyBytes(ManifestBody body) {
        try {
            return BODY.bytes(body);
        } catch (Permanent tooLarge) {
            throw new Permanent(
                    CatalogFailure.MANIFEST_TOO_LARGE,
                    "the manifest of set " + body.set() + ": " + tooLarge.what(),
                    tooLarge);
        }
    }

    /**
     * The body of a signed manifest, once its signature is verified.
     *
     * @param set whose manifest it must be
     * @throws io.holdfast.protocol.failure.Denied when a key signed that is not pinned
     * @throws Corrupt when the signature does not fit, or it is another set's
     */
    public static ManifestBody open(SetId set, SignedManifest signed, PinnedKeys pinned) {
        String what = "manifest of set " + set;
        pinned.verify(what, signed.body(), new ManifestSignature(signed.keyId(), signed.signature()));
        ManifestBody body = readBody(what, signed.body());
        requireSet(what, set, body.set());
        return body;
    }

    private static ManifestBody readBody(String what, Bytes bytes) {
        try {
            return BODY.read(bytes.toArray());
        } catch (Permanent e) {
            throw new Corrupt(
                    CatalogFailure.MANIFEST_DAMAGED,
                    "the " + what + " is signed, but this version cannot read it: " + e.what(),
                    "Use the version of Holdfast that wrote it, or a newer one.",
                    e);
        }
    }

    /** SHA-256 of the signed body, by which the next set of the instance refers to it. */
    public static Bytes digest(SignedManifest signed) {
        return sha256(signed.body().toArray());
    }

    /** Signs the first version of a key section. */
    public static KeySection sign(SetContext context, List<WrappedKey> wrapped, DataKeys keys) {
        return sign(new KeySection(1, context, 1, wrapped, null, "", UNSIGNED), keys);
    }

    /** Signs the version that follows the newest one. */
    static KeySection signNext(KeyChain newest, List<WrappedKey> wrapped, DataKeys keys) {
        KeySection before = newest.section();
        return sign(
                new KeySection(1, before.context(), before.version() + 1, wrapped, newest.digest(), "", UNSIGNED),
                keys);
    }

    private static KeySection sign(KeySection unsigned, DataKeys keys) {
        ManifestSignature signature = keys.sign(Bytes.of(Codecs.KEY_SECTION.bytes(unsigned)));
        return signed(unsigned, signature.keyId(), signature.bytes());
    }

    private static KeySection signed(KeySection section, String keyId, Bytes signature) {
        return new KeySection(
                section.v(),
                section.context(),
                section.version(),
                section.keys(),
                section.previousDigest(),
                keyId,
                signature);
    }

    /** Returns the section once its signature is verified and it is that of {@code set}; failures as for {@link #open}. */
    public static KeySection open(SetId set, KeySection section, PinnedKeys pinned) {
        String what = "key section of set " + set;
        Bytes signed = Bytes.of(Codecs.KEY_SECTION.bytes(signed(section, "", UNSIGNED)));
        pinned.verify(what, signed, new ManifestSignature(section.keyId(), section.signature()));
        requireSet(what, set, section.context().set());
        return section;
    }

    private static void requireSet(String what, SetId expected, SetId found) {
        if (!expected.equals(found)) {
            throw new Corrupt(CatalogFailure.WRONG_SET, "the " + what + " is that of set " + found);
        }
    }

    /** A signed manifest as a repository or the catalog holds it. */
    public static SignedManifest readManifest(SetId set, byte[] stored) {
        return read(Codecs.SIGNED_MANIFEST, "manifest of set " + set, stored);
    }

    /** A key section as a repository or the catalog holds it. */
    public static KeySection readKeys(SetId set, byte[] stored) {
        return read(Codecs.KEY_SECTION, "key section of set " + set, stored);
    }

    private static <T> T read(JsonCodec<T> codec, String what, byte[] stored) {
        try {
            return codec.read(stored);
        } catch (Permanent e) {
            throw new Corrupt(CatalogFailure.MANIFEST_DAMAGED, "the " + what + " cannot be read: " + e.what(), e);
        }
    }

    static Bytes sha256(byte[] content) {
        try {
            return Bytes.of(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}

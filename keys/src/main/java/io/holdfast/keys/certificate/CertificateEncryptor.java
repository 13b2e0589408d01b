package io.holdfast.keys.certificate;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.seal.CertificateWrap;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.security.PrivateKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Wraps to the public key of a certificate; opens where the private part is here. What is wrapped names the key by its fingerprint in
 * {@link WrappedKey#keyVersion()}, so that whoever has the private part opens it under any name.
 */
public final class CertificateEncryptor implements Encryptor {
    private final EncryptorName name;
    private final RecipientCertificate certificate;
    private final Optional<PrivatePart> privatePart;
    private final InstantSource clock;

    /** An encryptor; without {@code privatePart} it only wraps. */
    public CertificateEncryptor(
            EncryptorName name,
            RecipientCertificate certificate,
            Optional<PrivatePart> privatePart,
            InstantSource clock) {
        this.name = name;
        this.certificate = certificate;
        this.privatePart = privatePart;
        this.clock = clock;
    }

    @Override
    public EncryptorName name() {
        return name;
    }

    @Override
    public String kind() {
        return CERTIFICATE;
    }

    /** {@inheritDoc} It was never exported: whoever loses the store it lies in loses what it wrapped. */
    @Override
    public Optional<String> warning() {
        return privatePart
                .filter(part -> part.exported().isEmpty())
                .map(part -> "the private part of encryptor " + name
                        + " was never exported: what it wrapped is lost with the sealed store");
    }

    @Override
    public Optional<Instant> exported() {
        return privatePart.flatMap(PrivatePart::exported);
    }

    @Override
    public boolean holds(WrappedKey wrapped) {
        return wrapped.kind().equals(CERTIFICATE)
                && wrapped.keyVersion().equals(certificate.fingerprint().text());
    }

    /** {@inheritDoc} A certificate that is not valid now is {@link io.holdfast.protocol.failure.Denied}. */
    @Override
    public WrappedKey wrap(SetContext context, SecretBytes dataKey) {
        certificate.requireValid(clock.instant());
        return new WrappedKey(
                name,
                CERTIFICATE,
                certificate.fingerprint().text(),
                CertificateWrap.wrap(certificate.own().getPublicKey(), context, dataKey));
    }

    @Override
    public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
        requireForm(context, wrapped);
        PrivatePart part = privatePart.orElseThrow(() -> elsewhere(context, wrapped));
        return CertificateWrap.unwrap(certificate.own().getPublicKey(), key(part), context, wrapped.sealed())
                .orElseThrow(() -> doesNotOpen(context, "it is damaged, or was wrapped for another set"));
    }

    /** {@inheritDoc} Without the private part: it is wrapped to the certificate's key, and the certificate is valid now. */
    @Override
    public Optional<SecretBytes> prove(SetContext context, WrappedKey wrapped) {
        if (privatePart.isPresent()) {
            return Optional.of(unwrap(context, wrapped));
        }
        requireForm(context, wrapped);
        certificate.requireValid(clock.instant());
        return Optional.empty();
    }

    /** {@inheritDoc} Without the private part: it is wrapped to the certificate's key; that one may have expired since. */
    @Override
    public Optional<SecretBytes> show(SetContext context, WrappedKey wrapped) {
        if (privatePart.isPresent()) {
            return Optional.of(unwrap(context, wrapped));
        }
        requireForm(context, wrapped);
        return Optional.empty();
    }

    /** {@inheritDoc} It can wrap now, and has the right private part where it has one. */
    @Override
    public String probe() {
        certificate.requireValid(clock.instant());
        privatePart.ifPresent(this::key);
        return certificate.fingerprint().text();
    }

    private PrivateKey key(PrivatePart part) {
        try (SecretBytes pkcs8 = part.pkcs8()) {
            return certificate
                    .transport()
                    .privateKey(pkcs8)
                    .orElseThrow(() -> new Permanent(
                            KeysFailure.CERTIFICATE_UNFIT,
                            "the private part of encryptor " + name + " is no key of its certificate's kind"));
        }
    }

    private void requireForm(SetContext context, WrappedKey wrapped) {
        if (!holds(wrapped)) {
            throw doesNotOpen(
                    context,
                    "it was wrapped by " + wrapped.kind() + " " + wrapped.keyVersion()
                            + ", and this certificate's key is " + certificate.fingerprint());
        }
        if (!CertificateWrap.fits(certificate.own().getPublicKey(), wrapped.sealed())) {
            throw doesNotOpen(context, "it is not of the form of a key that is wrapped to a certificate");
        }
    }

    private Permanent elsewhere(SetContext context, WrappedKey wrapped) {
        return new Permanent(
                KeysFailure.PRIVATE_KEY_ELSEWHERE,
                "encryptor " + name + " cannot open the data key of set " + context.set()
                        + ": only the public part of the key " + wrapped.keyVersion() + " is here");
    }

    private Corrupt doesNotOpen(SetContext context, String why) {
        return new Corrupt(
                KeysFailure.DOES_NOT_OPEN,
                "the data key of set " + context.set() + " does not open under encryptor " + name + ": " + why);
    }
}

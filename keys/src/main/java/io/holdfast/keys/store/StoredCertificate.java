package io.holdfast.keys.store;

import io.holdfast.keys.certificate.CertificateEncryptor;
import io.holdfast.keys.certificate.PrivatePart;
import io.holdfast.keys.certificate.RecipientCertificate;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.protocol.id.EncryptorName;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A certificate whose private part lies in a sealed store.
 *
 * @param name its name in the store
 */
public record StoredCertificate(EncryptorName name, RecipientCertificate certificate, PrivatePart privatePart) {
    /** As an encryptor of its own name. */
    public Encryptor encryptor(InstantSource clock) {
        return new CertificateEncryptor(name, certificate, Optional.of(privatePart), clock);
    }
}

package io.holdfast.gateway.app;

import io.holdfast.keys.certificate.CertificateEncryptor;
import io.holdfast.keys.certificate.RecipientCertificate;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.store.StoredCertificate;
import io.holdfast.protocol.id.EncryptorName;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes encryptors of the certificates that a configuration names; the private parts are those of the sealed store. */
final class CertificateEncryptors {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateEncryptors.class);

    private final StoreCertificates stored;
    private final InstantSource clock;
    private final Map<EncryptorName, Instant> ends = new LinkedHashMap<>();

    CertificateEncryptors(StoreCertificates stored, InstantSource clock) {
        this.stored = stored;
        this.clock = clock;
    }

    /** One encryptor; a certificate that is not valid now is no reason not to start, as it still opens. */
    Encryptor encryptor(EncryptorName name, EncryptorSettings.OfCertificate settings) {
        RecipientCertificate certificate = RecipientCertificate.read(settings.certificate());
        settings.fingerprint().ifPresent(certificate::requireKey);
        Optional<StoredCertificate> here = stored.find(certificate.fingerprint());
        if (here.isEmpty()) {
            LOG.info(
                    "encryptor {} only wraps here: the private part of {} is elsewhere",
                    name,
                    certificate.fingerprint());
        }
        ends.put(name, certificate.end());
        return new CertificateEncryptor(name, certificate, here.map(StoredCertificate::privatePart), clock);
    }

    /** When the certificates end, by encryptor. */
    Map<EncryptorName, Instant> ends() {
        return Map.copyOf(ends);
    }
}

package io.holdfast.runtime.tls;

import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.runtime.RuntimeFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXCertPathValidatorResult;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS from PEM files. Files that are replaced while the process runs are read again at the next handshake (looked at every
 * few seconds at most); new files that cannot be used are logged and the old ones stay in use.
 */
public final class TlsFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TlsFiles.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    /** The managers' key store lives in memory only; its password protects nothing. */
    private static final char[] IN_MEMORY = "in memory".toCharArray();

    private record Material(X509ExtendedKeyManager keys, X509ExtendedTrustManager trust, Instant expires) {}

    private final TlsSettings settings;
    private final InstantSource clock;
    private Material material;
    private List<FileTime> stamps;
    private Instant nextLook;

    /**
     * Reads the files.
     *
     * @throws Failure when a file is missing or damaged, key and certificate do not fit, or the certificate is not valid now
     */
    public TlsFiles(TlsSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.stamps = stamps(settings);
        this.material = load(settings, clock.instant());
        this.nextLook = clock.instant().plus(LOOK_EVERY);
    }

    /** A context of TLS 1.3 that shows this certificate, trusts the CA only, and follows the files. */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(new KeyManager[] {keyManager()}, new TrustManager[] {trustManager()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS 1.3", e);
        }
    }

    /** Shows the certificate of the files as they are at each handshake. */
    public X509ExtendedKeyManager keyManager() {
        return new FollowingKeyManager(() -> current().keys());
    }

    /** Trusts the CA of the files as they are at each handshake. */
    public X509ExtendedTrustManager trustManager() {
        return new FollowingTrustManager(() -> current().trust());
    }

    /** When the certificate in use expires. */
    public Instant expires() {
        return current().expires();
    }

    private synchronized Material current() {
        Instant now = clock.instant();
        if (now.isAfter(nextLook)) {
            nextLook = now.plus(LOOK_EVERY);
            List<FileTime> found = stamps(settings);
            if (!found.equals(stamps)) {
                reload(found, now);
            }
        }
        return material;
    }

    private void reload(List<FileTime> found, Instant now) {
        try {
            material = load(settings, now);
            stamps = found;
            LOG.info("certificate {} was replaced; valid until {}", settings.certificate(), material.expires());
        } catch (Failure e) {
            LOG.warn("the replaced certificate is not used, the old one stays: {}", e.what());
        }
    }

    /**
     * What the constructor looks at, and whether the CA of the files has signed the certificate: others of the fleet believe no
     * other one.
     *
     * @throws Failure naming the file that is of no use
     */
    static void refuseUnfit(TlsSettings settings, Instant now) {
        Material unused = load(settings, now);
        List<X509Certificate> authorities = Pem.certificates(settings.ca());
        List<X509Certificate> path = Pem.certificates(settings.certificate()).stream()
                .filter(certificate -> !authorities.contains(certificate))
                .toList();
        try {
            PKIXParameters known = new PKIXParameters(authorities.stream()
                    .map(authority -> new TrustAnchor(authority, null))
                    .collect(Collectors.toSet()));
            known.setRevocationEnabled(false);
            known.setDate(Date.from(now));
            PKIXCertPathValidatorResult found = (PKIXCertPathValidatorResult) CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), known);
            refuseExpired(found.getTrustAnchor().getTrustedCert(), settings.ca(), now);
        } catch (CertPathValidatorException e) {
            throw Pem.unreadable(
                    settings.certificate(), "no CA of " + settings.ca() + " has signed it: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw Pem.unreadable(settings.certificate(), e.toString(), e);
        }
    }

    private static Material load(TlsSettings settings, Instant now) {
        List<X509Certificate> chain = Pem.certificates(settings.certificate());
        PrivateKey key = Pem.key(settings.key());
        List<X509Certificate> authorities = Pem.certificates(settings.ca());
        X509Certificate own = chain.getFirst();
        refuseExpired(own, settings.certificate(), now);
        if (!fit(key, own)) {
            throw Pem.unreadable(
                    settings.key(), "it is not the key of the certificate " + settings.certificate(), null);
        }
        try {
            KeyStore mine = emptyStore();
            mine.setKeyEntry("own", key, IN_MEMORY, chain.toArray(X509Certificate[]::new));
            KeyStore trusted = emptyStore();
            for (int i = 0; i < authorities.size(); i++) {
                trusted.setCertificateEntry("ca-" + i, authorities.get(i));
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(mine, IN_MEMORY);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            return new Material(
                    (X509ExtendedKeyManager) keys.getKeyManagers()[0],
                    (X509ExtendedTrustManager) trust.getTrustManagers()[0],
                    own.getNotAfter().toInstant());
        } catch (GeneralSecurityException | IOException e) {
            throw Pem.unreadable(settings.certificate(), e.toString(), e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void refuseExpired(X509Certificate certificate, Path file, Instant now) {
        try {
            certificate.checkValidity(Date.from(now));
        } catch (CertificateExpiredException | CertificateNotYetValidException e) {
            throw new Denied(
                    RuntimeFailure.CERTIFICATE_EXPIRED,
                    "the certificate " + file + " is valid from "
                            + certificate.getNotBefore().toInstant() + " to "
                            + certificate.getNotAfter().toInstant() + ", and now is " + now,
                    e);
        }
    }

    private static boolean fit(PrivateKey key, X509Certificate certificate) {
        try {
            String algorithm = switch (key.getAlgorithm()) {
                case "EC" -> "SHA256withECDSA";
                case "RSA" -> "SHA256withRSA";
                default -> "Ed25519";
            };
            byte[] sample = {1, 2, 3};
            java.security.Signature signature = java.security.Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(sample);
            byte[] made = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(sample);
            return signature.verify(made);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static List<FileTime> stamps(TlsSettings settings) {
        List<FileTime> stamps = new ArrayList<>();
        for (Path file : List.of(settings.certificate(), settings.key(), settings.ca())) {
            try {
                stamps.add(Files.getLastModifiedTime(file));
            } catch (IOException e) {
                stamps.add(FileTime.fromMillis(0));
            }
        }
        return stamps;
    }
}

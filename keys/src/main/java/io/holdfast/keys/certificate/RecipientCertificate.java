package io.holdfast.keys.certificate;

import io.holdfast.keys.KeyFingerprint;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.seal.KeyTransport;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

/**
 * A certificate that data keys are wrapped to, with those of its issuers. It holds a key that we can wrap to, and its chain was whole
 * at some time and ends in a certificate that signed itself. It need not be valid now.
 */
public final class RecipientCertificate {
    /** No chain is longer. */
    private static final int LONGEST_CHAIN = 8;

    private static final int KEY_ENCIPHERMENT = 2;
    private static final int KEY_AGREEMENT = 4;

    private final String source;
    private final List<X509Certificate> chain;
    private final KeyTransport transport;
    private final KeyFingerprint fingerprint;

    private RecipientCertificate(String source, List<X509Certificate> chain, KeyTransport transport) {
        this.source = source;
        this.chain = chain;
        this.transport = transport;
        this.fingerprint = KeyFingerprint.of(chain.getFirst().getPublicKey());
    }

    /** Of a PEM file: the certificate first, then those of its issuers; {@link Permanent} certificate-unfit for any other. */
    public static RecipientCertificate read(Path file) {
        return of("the certificate file " + file, CertificateFiles.certificates(file));
    }

    /**
     * Of a chain.
     *
     * @param source where it comes from, for messages
     * @throws Permanent certificate-unfit when the key is none that we wrap to, or the chain does not hold together
     */
    public static RecipientCertificate of(String source, List<X509Certificate> chain) {
        if (chain.isEmpty() || chain.size() > LONGEST_CHAIN) {
            throw unfit(source, "it holds " + chain.size() + " certificates, not 1 to " + LONGEST_CHAIN);
        }
        X509Certificate own = chain.getFirst();
        KeyTransport transport = KeyTransport.to(own.getPublicKey())
                .orElseThrow(() -> unfit(
                        source,
                        "its key is " + described(own) + "; RSA of 3072 or 4096 bits, or EC on P-384,"
                                + " can be used"));
        boolean[] usage = own.getKeyUsage();
        int needed = transport == KeyTransport.ECDH_P384 ? KEY_AGREEMENT : KEY_ENCIPHERMENT;
        if (usage != null && !usage[needed]) {
            throw unfit(
                    source,
                    "its key usage does not allow " + (needed == KEY_AGREEMENT ? "key agreement" : "key encipherment"));
        }
        requireChain(source, chain);
        return new RecipientCertificate(source, List.copyOf(chain), transport);
    }

    private static String described(X509Certificate certificate) {
        return certificate.getPublicKey() instanceof RSAPublicKey rsa
                ? "RSA of " + rsa.getModulus().bitLength() + " bits"
                : certificate.getPublicKey().getAlgorithm() + " of another kind";
    }

    /** At the first moment at which all were valid; whether they are now is asked when something is to be wrapped. */
    private static void requireChain(String source, List<X509Certificate> chain) {
        X509Certificate root = chain.getLast();
        try {
            root.verify(root.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw unfit(
                    source,
                    "its last certificate, " + name(root)
                            + ", did not sign itself; the issuers' certificates follow the"
                            + " certificate, up to the one that signed itself");
        }
        if (chain.size() == 1) {
            return;
        }
        try {
            Date whole = chain.stream()
                    .map(X509Certificate::getNotBefore)
                    .max(Date::compareTo)
                    .orElseThrow();
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(whole);
            CertPathValidator.getInstance("PKIX")
                    .validate(
                            CertificateFactory.getInstance("X.509")
                                    .generateCertPath(chain.subList(0, chain.size() - 1)),
                            parameters);
        } catch (GeneralSecurityException e) {
            throw unfit(source, "its chain does not hold together: " + e.getMessage());
        }
    }

    /** Returns when its key is the one expected; otherwise {@link Permanent} certificate-unfit. */
    public void requireKey(KeyFingerprint expected) {
        if (!fingerprint.equals(expected)) {
            throw unfit(source, "its key is " + fingerprint + ", and " + expected + " is expected");
        }
    }

    /**
     * Returns when it and its issuers' certificates are valid at {@code now}.
     *
     * @throws Denied certificate-not-valid
     */
    public void requireValid(Instant now) {
        for (X509Certificate one : chain) {
            try {
                one.checkValidity(Date.from(now));
            } catch (CertificateExpiredException e) {
                throw notValid(one, "expired at " + one.getNotAfter().toInstant());
            } catch (CertificateNotYetValidException e) {
                throw notValid(one, "is valid only from " + one.getNotBefore().toInstant() + " on");
            }
        }
    }

    private Denied notValid(X509Certificate one, String why) {
        String which = one.equals(own()) ? "it" : "its issuer's certificate " + name(one);
        return new Denied(
                KeysFailure.CERTIFICATE_NOT_VALID,
                source + " may open data keys, not wrap new ones: " + which + " " + why);
    }

    /** The moment from which on it, or one of its issuers', is not valid any more. */
    public Instant end() {
        return chain.stream()
                .map(one -> one.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }

    /** The certificate itself. */
    public X509Certificate own() {
        return chain.getFirst();
    }

    /** Itself and its issuers'. */
    public List<X509Certificate> chain() {
        return chain;
    }

    /** What identifies its key. */
    public KeyFingerprint fingerprint() {
        return fingerprint;
    }

    /** How secrets come to its key's holder. */
    public KeyTransport transport() {
        return transport;
    }

    private static String name(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    private static Permanent unfit(String source, String why) {
        return new Permanent(KeysFailure.CERTIFICATE_UNFIT, source + " is of no use: " + why);
    }
}

package io.holdfast.runtime.tls;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A fleet's own certificate authority: EC P-256, and certificates whose OU is the holder's role. */
public final class CertificateAuthority {
    /** How long a CA's certificate is valid. */
    public static final Duration CA_VALIDITY = Duration.ofDays(3650);

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");
    /** Clocks of other machines may be a little behind. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /**
     * A certificate with its private key.
     *
     * @param certificate what others see
     * @param key what only the holder has
     */
    public record Issued(X509Certificate certificate, PrivateKey key) {}

    /**
     * Who a certificate is for.
     *
     * @param role its role, in the subject's OU
     * @param name its common name, such as the process's name
     * @param hosts host names and addresses for the SAN
     * @param validity how long it is valid from now
     */
    public record Subject(Role role, String name, List<String> hosts, Duration validity) {
        public Subject {
            hosts = List.copyOf(hosts);
        }
    }

    private final Issued self;
    private final InstantSource clock;

    private CertificateAuthority(Issued self, InstantSource clock) {
        this.self = self;
        this.clock = clock;
    }

    /** A new CA with a key of its own. */
    public static CertificateAuthority create(String fleetName, InstantSource clock) {
        try {
            KeyPair pair = newPair();
            X500Name name = name("CA", "Holdfast " + fleetName);
            Instant now = clock.instant();
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name,
                    serial(),
                    Date.from(now.minus(SKEW)),
                    Date.from(now.plus(CA_VALIDITY)),
                    name,
                    pair.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
            return new CertificateAuthority(new Issued(signed(builder, pair.getPrivate()), pair.getPrivate()), clock);
        } catch (GeneralSecurityException | CertIOException | OperatorCreationException e) {
            throw new IllegalStateException("this JDK cannot make EC certificates", e);
        }
    }

    /** The CA of these PEM files. */
    public static CertificateAuthority read(Path certificate, Path key, InstantSource clock) {
        Issued self = new Issued(Pem.certificates(certificate).getFirst(), Pem.key(key));
        return new CertificateAuthority(self, clock);
    }

    /** A certificate for client and server use, with a key of its own. */
    public Issued issue(Subject subject) {
        try {
            KeyPair pair = newPair();
            Instant now = clock.instant();
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    self.certificate(),
                    serial(),
                    Date.from(now.minus(SKEW)),
                    Date.from(now.plus(subject.validity())),
                    name(subject.role().label(), subject.name()),
                    pair.getPublic());
            addExtensions(builder, subject, pair);
            return new Issued(signed(builder, self.key()), pair.getPrivate());
        } catch (GeneralSecurityException | CertIOException | OperatorCreationException e) {
            throw new Permanent(
                    RuntimeFailure.CERTIFICATE_UNREADABLE,
                    "no certificate can be made for " + subject.name() + ": " + e.getMessage(),
                    e);
        }
    }

    /** The CA's own certificate. */
    public X509Certificate certificate() {
        return self.certificate();
    }

    PrivateKey key() {
        return self.key();
    }

    private void addExtensions(X509v3CertificateBuilder builder, Subject subject, KeyPair pair)
            throws GeneralSecurityException, CertIOException {
        JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
            KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
        }));
        builder.addExtension(Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(pair.getPublic()));
        builder.addExtension(
                Extension.authorityKeyIdentifier, false, ids.createAuthorityKeyIdentifier(self.certificate()));
        GeneralName[] names = subject.hosts().stream()
                .map(host -> new GeneralName(
                        ADDRESS.matcher(host).matches() ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new);
        if (names.length > 0) {
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        }
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }

    private static KeyPair newPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static BigInteger serial() {
        return new BigInteger(127, new SecureRandom()).add(BigInteger.ONE);
    }

    private static X500Name name(String unit, String commonName) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, "Holdfast")
                .addRDN(BCStyle.OU, unit)
                .addRDN(BCStyle.CN, commonName)
                .build();
    }
}

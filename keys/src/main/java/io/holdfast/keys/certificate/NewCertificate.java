package io.holdfast.keys.certificate;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.id.EncryptorName;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A key pair made just now and the certificate with which it signed itself.
 *
 * @param pkcs8 the private key as PKCS#8, to be closed by whoever has this
 */
public record NewCertificate(RecipientCertificate certificate, SecretBytes pkcs8) implements AutoCloseable {
    /** Clocks of other machines may be a little behind. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** Makes one that is valid from {@code now} for {@code validity}, with {@code name} as its common name. */
    public static NewCertificate create(EncryptorName name, KeyKind kind, Instant now, Duration validity) {
        try {
            KeyPair pair = kind.newPair();
            X500Name subject = new X500NameBuilder(BCStyle.INSTANCE)
                    .addRDN(BCStyle.O, "Holdfast")
                    .addRDN(BCStyle.OU, "encryptor")
                    .addRDN(BCStyle.CN, name.text())
                    .build();
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    subject,
                    new BigInteger(127, new SecureRandom()).add(BigInteger.ONE),
                    Date.from(now.minus(SKEW)),
                    Date.from(now.plus(validity)),
                    subject,
                    pair.getPublic());
            int usage = kind == KeyKind.EC_P384 ? KeyUsage.keyAgreement : KeyUsage.keyEncipherment;
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
            X509Certificate certificate = new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder(kind.signature()).build(pair.getPrivate())));
            return new NewCertificate(
                    RecipientCertificate.of("the new certificate " + name, List.of(certificate)),
                    SecretBytes.takeOver(pair.getPrivate().getEncoded()));
        } catch (GeneralSecurityException | CertIOException | OperatorCreationException e) {
            throw new IllegalStateException("this JDK cannot make certificates of " + kind, e);
        }
    }

    @Override
    public void close() {
        pkcs8.close();
    }
}

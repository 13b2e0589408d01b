package io.holdfast.runtime.tls;

import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Certificates and private keys as PEM text. */
final class Pem {
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");
    /** No PEM file is longer, in bytes. */
    private static final int LONGEST = 1024 * 1024;

    private Pem() {}

    static byte[] write(String label, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return ("-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] write(X509Certificate certificate) {
        try {
            return write("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that cannot be encoded", e);
        }
    }

    static byte[] write(PrivateKey key) {
        return write(KEY, key.getEncoded());
    }

    static List<X509Certificate> certificates(Path file) {
        byte[] content = read(file);
        try {
            List<X509Certificate> found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(content))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            throw unreadable(file, "it holds no X.509 certificate in PEM", e);
        }
        throw unreadable(file, "it holds no X.509 certificate in PEM", null);
    }

    static PrivateKey key(Path file) {
        byte[] content = read(file);
        String text = new String(content, StandardCharsets.US_ASCII);
        String begin = "-----BEGIN " + KEY + "-----";
        int start = text.indexOf(begin);
        int end = text.indexOf("-----END " + KEY + "-----");
        if (start < 0 || end < start) {
            throw unreadable(file, "it holds no unencrypted PKCS#8 private key in PEM", null);
        }
        refuseExposed(file);
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(text.substring(start + begin.length(), end));
        } catch (IllegalArgumentException e) {
            throw unreadable(file, "its Base64 is damaged", e);
        }
        return ALGORITHMS.stream()
                .flatMap(algorithm -> key(algorithm, der).stream())
                .findFirst()
                .orElseThrow(() -> unreadable(file, "its private key is none of " + ALGORITHMS, null));
    }

    private static Optional<PrivateKey> key(String algorithm, byte[] der) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static void refuseExposed(Path file) {
        try {
            PrivateFiles.refuseExposed(file);
        } catch (IOException e) {
            throw unreadable(file, e.toString(), e);
        }
    }

    private static byte[] read(Path file) {
        try {
            if (Files.size(file) > LONGEST) {
                throw unreadable(file, "it is longer than " + LONGEST + " bytes", null);
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw unreadable(file, "there is no such file", e);
        } catch (IOException e) {
            throw new Denied(RuntimeFailure.CERTIFICATE_UNREADABLE, file + " cannot be read: " + e, e);
        }
    }

    static Permanent unreadable(Path file, String why, @Nullable Throwable cause) {
        String message = "the certificate or key file " + file + " is of no use: " + why;
        return cause == null
                ? new Permanent(RuntimeFailure.CERTIFICATE_UNREADABLE, message)
                : new Permanent(RuntimeFailure.CERTIFICATE_UNREADABLE, message, cause);
    }
}

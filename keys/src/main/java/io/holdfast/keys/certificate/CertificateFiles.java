package io.holdfast.keys.certificate;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMParser;

/** Files of certificates and keys. */
final class CertificateFiles {
    /** No file is longer, in bytes. */
    private static final int LONGEST = 256 * 1024;

    private CertificateFiles() {}

    /** The certificates of a PEM file, in their order; other objects in it are passed over. */
    static List<X509Certificate> certificates(Path file) {
        List<X509Certificate> found = new ArrayList<>();
        try (PEMParser parser =
                new PEMParser(new InputStreamReader(new ByteArrayInputStream(read(file)), StandardCharsets.US_ASCII))) {
            JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
            for (Object next = parser.readObject(); next != null; next = parser.readObject()) {
                if (next instanceof X509CertificateHolder holder) {
                    found.add(converter.getCertificate(holder));
                }
            }
        } catch (IOException | CertificateException | IllegalArgumentException | IllegalStateException e) {
            throw unfit(file, "it is no PEM of X.509 certificates (" + e.getMessage() + ")");
        }
        if (found.isEmpty()) {
            throw unfit(file, "it holds no X.509 certificate in PEM");
        }
        return found;
    }

    /** The content of a file that is not longer than such files are. */
    static byte[] read(Path file) {
        try {
            if (Files.size(file) > LONGEST) {
                throw unfit(file, "it is longer than " + LONGEST + " bytes");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw unfit(file, "there is no such file");
        } catch (IOException e) {
            throw unfit(file, "it cannot be read: " + e);
        }
    }

    static Permanent unfit(Path file, String why) {
        return new Permanent(KeysFailure.CERTIFICATE_UNFIT, "the file " + file + " is of no use: " + why);
    }
}

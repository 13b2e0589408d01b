package io.holdfast.runtime.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS for callers without a certificate of their own that trust one CA only. */
public final class TrustedAuthority {
    private TrustedAuthority() {}

    /**
     * A context that trusts the CA certificates of a PEM file, and nothing else.
     *
     * @throws io.holdfast.protocol.failure.Failure when the file is missing or damaged
     */
    public static SSLContext context(Path caFile) {
        List<X509Certificate> authorities = Pem.certificates(caFile);
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                trusted.setCertificateEntry("ca-" + i, authorities.get(i));
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw Pem.unreadable(caFile, e.toString(), e);
        }
    }
}

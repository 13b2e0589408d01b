package io.holdfast.gateway.io.http;

import io.holdfast.gateway.admit.Caller;
import io.holdfast.runtime.tls.Role;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Reads who calls from the certificate that TLS has verified. */
final class CertificateCaller {
    private CertificateCaller() {}

    static Caller of(SSLSession session) throws SSLPeerUnverifiedException {
        return of((X509Certificate) session.getPeerCertificates()[0]);
    }

    /** A subject with several OUs has no role: which one counts would be a guess. */
    static Caller of(X509Certificate certificate) {
        List<String> units = values(certificate, "OU");
        Optional<Role> role = units.size() == 1 ? Role.ofLabel(units.getFirst()) : Optional.empty();
        String name = values(certificate, "CN").stream().findFirst().orElse("nameless");
        return new Caller(role, name, certificate.getSerialNumber().toString(16));
    }

    private static List<String> values(X509Certificate certificate, String type) {
        try {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(rdn -> rdn.getType().equalsIgnoreCase(type))
                            .map(Rdn::getValue)
                            .map(Object::toString)
                            .toList();
        } catch (InvalidNameException e) {
            return List.of();
        }
    }
}

package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The few HTTP calls that a private OpenBao needs. */
final class OpenBaoHttp implements AutoCloseable {
    private final String address;
    private final HttpClient client;

    OpenBaoHttp(String address, Optional<Path> authority) {
        this.address = address;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5));
        authority.ifPresent(certificate -> builder.sslContext(trusting(certificate)));
        this.client = builder.build();
    }

    /** Sends a request; no answer is {@link Transient}. */
    HttpResponse<String> send(String method, String path, String token, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + "/v1/" + path))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        json.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(json));
        if (!token.isEmpty()) {
            request.header("X-Vault-Token", token);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new Transient(LocalServersFailure.NOT_READY, "OpenBao at " + address + " does not answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(LocalServersFailure.NOT_READY, "asking OpenBao was interrupted", e);
        }
    }

    private static SSLContext trusting(Path certificate) {
        try (InputStream pem = Files.newInputStream(certificate)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new Permanent(
                    LocalServersFailure.BAD_OPTIONS, "cannot use the certificate " + certificate + ": " + e, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}

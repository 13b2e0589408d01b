package io.holdfast.runtime.vault;

import io.holdfast.runtime.tls.TrustedAuthority;
import java.net.http.HttpClient;

/** The one HTTP client of a Vault; the driver would make one for every call. */
final class VaultHttp {
    private VaultHttp() {}

    static HttpClient client(VaultSettings settings) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.timeout())
                .followRedirects(HttpClient.Redirect.NEVER);
        settings.ca().ifPresent(file -> builder.sslContext(TrustedAuthority.context(file)));
        return builder.build();
    }
}

package io.holdfast.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HealthServerTest {
    private static HttpResponse<String> get(HealthServer server, String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.port() + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static HealthServer start(Map<String, HealthCheck> parts) {
        return HealthServer.start(HealthSettings.anyLoopbackPort(), () -> "a_metric 1\n", parts);
    }

    @Test
    void aProcessWhosePartsAreUpIsReady() throws Exception {
        try (HealthServer server = start(Map.of("kafka", () -> Health.up("3 brokers")))) {
            assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
            HttpResponse<String> ready = get(server, "/health/ready");
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(ready.body())
                    .isEqualTo(
                            "{\"status\":\"up\",\"components\":{\"kafka\":{\"status\":\"up\",\"detail\":\"3 brokers\"}}}");
            assertThat(get(server, "/metrics").body()).isEqualTo("a_metric 1\n");
            assertThat(get(server, "/other").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void onePartThatIsDownOrThrowsMakesItNotReady() throws Exception {
        Map<String, HealthCheck> parts = Map.of(
                "good", () -> Health.up("fine"),
                "bad",
                        () -> {
                            throw new IllegalStateException("no answer");
                        });
        try (HealthServer server = start(parts)) {
            HttpResponse<String> ready = get(server, "/health/ready");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("no answer").startsWith("{\"status\":\"down\"");
            assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aBusyPortIsNamed() {
        try (HealthServer server = start(Map.of())) {
            HealthSettings same = new HealthSettings("127.0.0.1", server.port());
            assertThatThrownBy(() -> HealthServer.start(same, () -> "", Map.of()))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("127.0.0.1:" + server.port());
        }
    }
}

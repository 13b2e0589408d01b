package io.holdfast.runtime.health;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code /health/live} (200 as long as the process runs), {@code /health/ready} (200 when every part is up, else
 * 503; both with each part's state in JSON) and {@code /metrics} (Prometheus' text format).
 */
public final class HealthServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BACKLOG = 16;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private HealthServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Listens at once.
     *
     * @param metrics the text of the metrics
     * @param parts the process's parts by name
     * @throws Permanent when the port is taken
     */
    public static HealthServer start(
            HealthSettings settings, Supplier<String> metrics, Map<String, HealthCheck> parts) {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        try {
            HealthServer health = new HealthServer(HttpServer.create(address, BACKLOG));
            Map<String, HealthCheck> fixed = Map.copyOf(parts);
            health.server.setExecutor(health.threads);
            health.server.createContext("/health/live", e -> answer(e, 200, "application/json", "{\"status\":\"up\"}"));
            health.server.createContext("/health/ready", e -> ready(e, fixed));
            health.server.createContext("/metrics", e -> answer(e, 200, "text/plain; version=0.0.4", metrics.get()));
            health.server.start();
            LOG.info("health and metrics at http://{}:{}", settings.host(), health.port());
            return health;
        } catch (IOException e) {
            throw new Permanent(
                    RuntimeFailure.PORT_BUSY,
                    "health and metrics cannot be served at " + settings.host() + ":" + settings.port() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private static void ready(HttpExchange exchange, Map<String, HealthCheck> parts) throws IOException {
        ObjectNode components = JSON.createObjectNode();
        boolean up = true;
        for (Map.Entry<String, HealthCheck> part : parts.entrySet()) {
            Health health = ask(part.getValue());
            up &= health.up();
            components.putObject(part.getKey()).put("status", word(health)).put("detail", health.detail());
        }
        ObjectNode body = JSON.createObjectNode().put("status", up ? "up" : "down");
        body.set("components", components);
        answer(exchange, up ? 200 : 503, "application/json", JSON.writeValueAsString(body));
    }

    private static Health ask(HealthCheck check) {
        try {
            return check.check();
        } catch (RuntimeException e) {
            return Health.down(String.valueOf(e.getMessage()));
        }
    }

    private static String word(Health health) {
        return health.up() ? "up" : "down";
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        try (exchange) {
            boolean reading = exchange.getRequestMethod().equals("GET");
            byte[] bytes = (reading ? body : "only GET\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(reading ? status : 405, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}

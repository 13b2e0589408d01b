package io.holdfast.gateway.io.http;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.GatewayMetric;
import io.holdfast.gateway.admit.Caller;
import io.holdfast.gateway.answer.Answer;
import io.holdfast.gateway.answer.Desk;
import io.holdfast.keys.wire.FailureWords;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.tls.TlsFiles;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTPS by TLS 1.3, client certificate required; requests are bounded before they are kept. */
public final class HttpsDoor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpsDoor.class);
    /** Calls that are done at the same time; more wait. */
    private static final int WORKERS = 32;

    private static final int IDLE_SECONDS = 120;
    private static final int LONGEST_CALL_SECONDS = 60;

    private final Vertx vertx;
    private final WorkerExecutor workers;
    private final HttpServer server;
    private final Desk desk;
    private final Metrics metrics;

    private HttpsDoor(Vertx vertx, HttpServerOptions options, Desk desk, Metrics metrics) {
        this.vertx = vertx;
        this.workers = vertx.createSharedWorkerExecutor("keys", WORKERS, LONGEST_CALL_SECONDS, TimeUnit.SECONDS);
        this.desk = desk;
        this.metrics = metrics;
        this.server = vertx.createHttpServer(options);
    }

    /** Where the door is. */
    public record Address(String host, int port) {}

    /**
     * Listens at once.
     *
     * @throws Permanent when the port cannot be used
     */
    public static HttpsDoor open(Address address, TlsFiles tls, Desk desk, Metrics metrics) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(address.host())
                .setPort(address.port())
                .setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"))
                .setKeyCertOptions(KeyCertOptions.wrap(tls.keyManager()))
                .setTrustOptions(TrustOptions.wrap(tls.trustManager()))
                .setIdleTimeout(IDLE_SECONDS);
        HttpsDoor door = new HttpsDoor(Vertx.vertx(), options, desk, metrics);
        door.listen(address);
        return door;
    }

    private void listen(Address address) {
        server.requestHandler(this::take).exceptionHandler(this::refused).invalidRequestHandler(this::invalid);
        try {
            server.listen().toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            close();
            String reason = e.getCause() == null
                    ? e.toString()
                    : String.valueOf(e.getCause().getMessage());
            throw new Permanent(
                    GatewayFailure.PORT_BUSY,
                    "the gateway cannot listen at " + address.host() + ":" + address.port() + ": " + reason,
                    e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.actualPort();
    }

    private void take(HttpServerRequest request) {
        if (!understandsMethod(request)) {
            send(
                    request,
                    failure(new Permanent(
                            GatewayFailure.UNKNOWN_CALL, "calls are by POST only; what only reads also by GET")));
            return;
        }
        Buffer body = Buffer.buffer();
        boolean[] tooLong = {false};
        request.handler(part -> {
            if (body.length() + part.length() > KeysJson.LONGEST) {
                tooLong[0] = true;
            } else if (!tooLong[0]) {
                body.appendBuffer(part);
            }
        });
        request.endHandler(end -> {
            if (tooLong[0]) {
                send(request, failure(new Permanent(GatewayFailure.REQUEST_TOO_LONG, "the request is over 64 KiB")));
            } else {
                answer(request, body.getBytes());
            }
        });
    }

    private static boolean understandsMethod(HttpServerRequest request) {
        return request.method().equals(HttpMethod.POST)
                || (request.method().equals(HttpMethod.GET)
                        && Verb.ofPath(path(request)).filter(Verb::reads).isPresent());
    }

    private static String path(HttpServerRequest request) {
        return Objects.requireNonNullElse(request.path(), "");
    }

    private void answer(HttpServerRequest request, byte[] body) {
        String path = path(request);
        workers.executeBlocking(() -> desk.answer(caller(request), path, body), false)
                .onSuccess(answer -> send(request, answer))
                .onFailure(e -> {
                    LOG.error("a defect while answering", e);
                    send(request, failure(new Permanent(GatewayFailure.DEFECT, "the gateway met a defect")));
                });
    }

    private static Answer failure(Failure failure) {
        return Answer.failed(FailureWords.status(failure), KeysJson.write(failure.report()));
    }

    private static void send(HttpServerRequest request, Answer answer) {
        request.response()
                .setStatusCode(answer.status())
                .putHeader("Content-Type", answer.type())
                .putHeader("Cache-Control", "no-store")
                .end(Buffer.buffer(answer.body()))
                .onComplete(sent -> answer.wipe());
    }

    private static Caller caller(HttpServerRequest request) {
        SSLSession session = request.connection().sslSession();
        try {
            return CertificateCaller.of(session);
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a request without a client certificate passed TLS", e);
        }
    }

    private void refused(Throwable reason) {
        metrics.counter(GatewayMetric.TLS_REFUSED).increment();
        LOG.info("a connection was refused or broke off: {}", reason.toString());
    }

    private void invalid(HttpServerRequest request) {
        send(request, failure(new Permanent(GatewayFailure.REQUEST_NOT_UNDERSTOOD, "the request is not HTTP")));
    }

    @Override
    public void close() {
        try {
            server.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
            workers.close();
            vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the gateway's door did not close cleanly: {}", e.toString());
        }
    }
}

package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.NewDataKey;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.tls.Role;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The contract end to end over HTTPS, each verb as its role, over the sealed store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GatewayStoreTest implements DataKeysContract {
    private Path folder;
    private RunningGateway running;
    private DataKeys keys;

    @BeforeAll
    void start(@TempDir Path given) {
        folder = given;
        running = RunningGateway.in(folder);
        keys = running.keys();
    }

    @AfterAll
    void stop() {
        running.close();
    }

    @Override
    public DataKeys keys() {
        return keys;
    }

    @Override
    public List<EncryptorName> encryptors() {
        return List.of(RunningGateway.MAIN, RunningGateway.SPARE);
    }

    @Test
    void aGatewayThatWasStartedAgainStillKnowsItsJobsAndKeys() {
        SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
        NewDataKey made = keys.make(context, encryptors());

        DataKeys before = keys;

        running.restart();
        keys = running.keys();

        keys.unwrapForJob(context, made.jobWrapped()).close();
        keys.unwrap(context, made.wrapped(), made.commitment()).close();
        assertThatThrownBy(() -> before.make(context, encryptors()))
                .isInstanceOf(Transient.class)
                .hasMessageContaining("https://127.0.0.1:");
    }

    @Test
    void everyCallIsInTheAuditLogAndNoKeyIs() throws Exception {
        SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
        NewDataKey made = keys.make(context, encryptors());
        keys.unwrapForJob(context, made.jobWrapped()).close();
        assertThatThrownBy(() -> running.client(Role.WORKER).unwrap(context, made.wrapped(), made.commitment()))
                .hasMessageContaining("the role worker may not call /v1/keys/unwrap");

        String set = context.set().text();
        List<String> lines = running.client(Role.OPERATOR).audit().stream()
                .filter(line -> line.contains(set) || line.contains("role-lacks-right"))
                .toList();
        assertThat(lines).hasSize(3).allMatch(line -> line.contains("\"prev\":\""));
        assertThat(lines.get(0))
                .contains("\"caller\":\"coordinator/coordinator\"", "\"verb\":\"make\"", set, "\"granted\"");
        assertThat(lines.get(1)).contains("\"verb\":\"unwrap_for_job\"", set, "\"granted\"");
        assertThat(lines.get(2)).contains("\"caller\":\"worker/worker\"", "\"denied\"", "gateway.role-lacks-right");
        String log = Files.readString(folder.resolve("audit/audit.jsonl"));
        assertThat(log)
                .doesNotContain(made.commitment().text())
                .doesNotContain(made.jobWrapped().sealed().text());
    }

    @Test
    void anOperatorSeesTheEncryptors() {
        assertThat(running.client(Role.OPERATOR).encryptors())
                .extracting(state -> state.name() + " " + state.kind() + " " + state.failure())
                .containsExactly("main store null", "spare store null");
    }

    @Test
    void healthAndMetricsTellHowItIs() throws Exception {
        keys.publicKeys();
        try (HttpClient http = HttpClient.newHttpClient()) {
            String base = "http://127.0.0.1:" + running.gateway().healthPort();
            String ready = http.send(
                            HttpRequest.newBuilder(URI.create(base + "/health/ready"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            String metrics = http.send(
                            HttpRequest.newBuilder(URI.create(base + "/metrics"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();

            assertThat(ready).contains("\"status\":\"up\"", "\"encryptor main\"", "valid until");
            assertThat(metrics)
                    .contains(
                            "holdfast_gateway_call_seconds_count{outcome=\"granted\",role=\"gateway\",verb=\"public_keys\"}")
                    .contains("holdfast_gateway_encryptor_usable{encryptor=\"main\",role=\"gateway\"} 1");
        }
    }

    @Test
    void aSecondGatewayOnTheSameStoreOrPortIsRefused() {
        assertThatThrownBy(() -> Gateway.start(running.config(), SecretResolver.of(Map.of()), InstantSource.system()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("open for writing elsewhere");
    }

    @Test
    void anEncryptorThatTheStoreLacksIsNamedAtTheStart(@TempDir Path other) {
        EncryptorName missing = new EncryptorName("missing");

        assertThatThrownBy(() -> RunningGateway.in(other, Map.of(), Map.of(missing, new EncryptorSettings.InStore())))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("the sealed store has no encryptor missing; it has: [main, spare]");
    }
}

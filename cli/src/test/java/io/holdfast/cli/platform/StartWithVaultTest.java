package io.holdfast.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.holdfast.agent.app.Agent;
import io.holdfast.agent.app.AgentConfig;
import io.holdfast.agent.app.OfflineRestore;
import io.holdfast.coordinator.app.Coordinator;
import io.holdfast.coordinator.app.CoordinatorConfig;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.worker.app.Worker;
import io.holdfast.worker.app.WorkerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes whose secrets lie in a Vault that refuses them, before they talk to Kafka or a database. */
class StartWithVaultTest {
    private static final String TOKEN = "a-token-of-no-use";
    private static final SecretResolver SECRETS = SecretResolver.of(Map.of());

    @TempDir
    private Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer vault;
    private FleetFolder fleet;

    @BeforeEach
    void start() throws IOException {
        vault = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        vault.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            byte[] answer = "{\"errors\": [\"permission denied\"]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(403, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        vault.start();
        InstanceName main = InstanceName.parse("main");
        Path password = FleetFolder.password(folder.resolve("fleet"), main);
        fleet = FleetFolder.create(FleetPlan.onThisMachine(
                folder.resolve("fleet"),
                Map.of(main, new FleetPlan.Database("127.0.0.1", 1, "holdfast", password, Optional.empty()))));
        PrivateFiles.replace(folder.resolve("token"), TOKEN.getBytes(StandardCharsets.UTF_8));
        for (String process : List.of("coordinator", "worker")) {
            refer(process, "file:" + password, "\"vault:kv/fleet/main#password\"");
        }
        refer("agent", "kafka:\n  bootstrapServers", """
                kafka:
                  secretProperties: {"sasl.jaas.config": "vault:kv/fleet/kafka#jaas"}
                  bootstrapServers""");
    }

    @AfterEach
    void stop() {
        vault.stop(0);
    }

    private void refer(String process, String from, String to) throws IOException {
        Path file = fleet.config(process);
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(
                file,
                text.replace(from, to) + "vaults: {main: {address: \"http://127.0.0.1:"
                        + vault.getAddress().getPort() + "\", login: {type: token, token: \"file:"
                        + folder.resolve("token") + "\"}}}\n");
    }

    private <T extends Record> T config(Class<T> type, String process) {
        return CheckedConfig.forStart(type, fleet.config(process), Map.of());
    }

    private void refused(ThrowingCallable start, String reference) {
        assertThatThrownBy(start).isInstanceOfSatisfying(Denied.class, failure -> {
            assertThat(failure.code()).isEqualTo(RuntimeFailure.VAULT_DENIED);
            assertThat(failure.what())
                    .contains("secret " + reference + ": refused (permission denied)")
                    .doesNotContain(TOKEN);
        });
    }

    @Test
    void noProcessStartsThatMayNotReadItsSecrets() {
        CoordinatorConfig coordinator = config(CoordinatorConfig.class, "coordinator");
        refused(() -> Coordinator.start(coordinator, SECRETS), "vault:kv/fleet/main#password");
        WorkerConfig worker = config(WorkerConfig.class, "worker");
        refused(() -> Worker.start(worker, SECRETS), "vault:kv/fleet/main#password");
        AgentConfig agent = config(AgentConfig.class, "agent");
        refused(() -> Agent.start(agent, SECRETS), "vault:kv/fleet/kafka#jaas");
        assertThat(asked)
                .containsExactly("/v1/kv/data/fleet/main", "/v1/kv/data/fleet/main", "/v1/kv/data/fleet/kafka");
    }

    @Test
    void anOfflineRestoreReadsWhatItNeedsOnly() {
        AgentConfig agent = config(AgentConfig.class, "agent");
        OfflineRestore.open(agent, SECRETS, Optional.of(RepositoryName.parse("main")))
                .close();
        assertThat(asked).isEmpty();
        refused(
                () -> OfflineRestore.open(agent, SECRETS, Optional.of(RepositoryName.parse("kafka"))),
                "vault:kv/fleet/kafka#jaas");
    }
}

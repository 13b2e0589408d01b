package io.holdfast.cli.reference;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.AgentMetric;
import io.holdfast.agent.app.AgentConfig;
import io.holdfast.catalog.CatalogFailure;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.cli.CliFailure;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.column.ColumnFailure;
import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.app.CoordinatorConfig;
import io.holdfast.engine.EngineFailure;
import io.holdfast.forecast.ForecastFailure;
import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.GatewayMetric;
import io.holdfast.gateway.app.GatewayConfig;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.gateway.KeysMetric;
import io.holdfast.localservers.LocalServersFailure;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.MessagingMetric;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.failure.ProtocolFailure;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.config.ConfigReference;
import io.holdfast.runtime.metrics.MetricCatalogue;
import io.holdfast.runtime.metrics.MetricName;
import io.holdfast.worker.WorkerFailure;
import io.holdfast.worker.WorkerMetric;
import io.holdfast.worker.app.WorkerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the pages errors.md, metrics.md and configuration.md, and the runbooks' {@link RunbookIndex}. */
public final class ReferencePages {
    static final String NOTE =
            "<!-- Made from the code by io.holdfast.cli.reference.ReferencePages; do not edit. -->\n\n";

    private ReferencePages() {}

    /** Writes the pages into the folder that is the one argument. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        for (Map.Entry<String, String> page : pages().entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
        }
        RunbookIndex index = RunbookIndex.of(folder.resolve("runbooks"));
        Files.writeString(folder.resolve("runbooks").resolve(RunbookIndex.FILE), index.page());
    }

    /** Every page by the name of its file. */
    public static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("errors.md", errors());
        pages.put("metrics.md", metrics());
        pages.put("configuration.md", configuration());
        return pages;
    }

    /** The codes of all modules, by the modules' names. */
    public static Map<String, List<? extends FailureCode>> failures() {
        Map<String, List<? extends FailureCode>> failures = new LinkedHashMap<>();
        failures.put("Names and values", List.of(ProtocolFailure.values()));
        failures.put("Command", List.of(CliFailure.values()));
        failures.put("Configuration, TLS, logs, health", List.of(RuntimeFailure.values()));
        failures.put("Kafka", List.of(MessagingFailure.values()));
        failures.put("Coordinator", List.of(CoordinatorFailure.values()));
        failures.put("Databases", List.of(EngineFailure.values()));
        failures.put("Worker", List.of(WorkerFailure.values()));
        failures.put("Sealed streams", List.of(ChunkFailure.values()));
        failures.put("Keys", List.of(KeysFailure.values()));
        failures.put("Key gateway", List.of(GatewayFailure.values()));
        failures.put("Encrypted columns", List.of(ColumnFailure.values()));
        failures.put("Forecasts", List.of(ForecastFailure.values()));
        failures.put("Repositories", List.of(RepositoryFailure.values()));
        failures.put("Catalog", List.of(CatalogFailure.values()));
        failures.put("Restore agent", List.of(AgentFailure.values()));
        failures.put("Servers of the demo and the tests", List.of(LocalServersFailure.values()));
        return failures;
    }

    /** The metrics of all processes, by the processes' names. */
    public static Map<String, List<? extends MetricName>> metricNames() {
        Map<String, List<? extends MetricName>> metrics = new LinkedHashMap<>();
        metrics.put("Coordinator", List.of(CoordinatorMetric.values()));
        metrics.put("Worker", List.of(WorkerMetric.values()));
        metrics.put("Key gateway", List.of(GatewayMetric.values()));
        metrics.put("Calls to the key gateway", List.of(KeysMetric.values()));
        metrics.put("Restore agent", List.of(AgentMetric.values()));
        metrics.put(
                "Orders and topics",
                Stream.of(MessagingMetric.values()).map(OfMessaging::new).toList());
        return metrics;
    }

    /** The configurations of all processes, by the names of their files. */
    public static Map<String, Class<? extends Record>> configurations() {
        Map<String, Class<? extends Record>> configurations = new LinkedHashMap<>();
        configurations.put("gateway.yaml", GatewayConfig.class);
        configurations.put("coordinator.yaml", CoordinatorConfig.class);
        configurations.put("worker.yaml", WorkerConfig.class);
        configurations.put("agent.yaml", AgentConfig.class);
        configurations.put("holdfast.yaml (the command)", ClientConfig.class);
        return configurations;
    }

    /** Messaging stands below the module of metrics, so that its names come in a type of their own. */
    private record OfMessaging(MessagingMetric named) implements MetricName {
        @Override
        public String metric() {
            return named.metric();
        }

        @Override
        public String meaning() {
            return named.meaning();
        }

        @Override
        public String unit() {
            return named.unit();
        }

        @Override
        public Kind kind() {
            return Kind.valueOf(named.kind().name());
        }
    }

    private static String errors() {
        StringBuilder page = new StringBuilder("# Errors\n\n" + NOTE
                + "Every failure says what, where and why in its message, what to do in its hint, and has a stable code. The\n"
                + "command's exit code tells what kind it is: 2 the command line is wrong, 3 it would fail again as it is,\n"
                + "4 worth another try, 5 bytes are damaged, 6 a right or a key is missing. What to check and to do at night, and\n"
                + "what not: [runbooks, by code](runbooks/codes.md).\n");
        failures().forEach((title, codes) -> {
            page.append("\n## ").append(title).append("\n\n| code | meaning | what to do |\n|---|---|---|\n");
            codes.forEach(
                    code -> page.append("| `%s` | %s | %s |\n".formatted(code.code(), code.meaning(), code.remedy())));
        });
        return page.toString();
    }

    private static String metrics() {
        return "# Metrics\n\n" + NOTE
                + "Every process serves them in Prometheus's format at `/metrics` of its health address.\n\n"
                + MetricCatalogue.markdown(metricNames()).stripTrailing() + "\n";
    }

    private static String configuration() {
        return "# Configuration\n\n" + NOTE
                + "One YAML file for each process. An unknown name is an error that names the nearest known one. Each setting can be\n"
                + "overridden by the environment variable in its row. Secrets are referred to, never written out: `file:/path`, `env:NAME`, or\n"
                + "`vault:mount/path#field` where the section `vaults` of the same file says where Vault is ([keys](keys.md#other-secrets-in-vault)). A\n"
                + "process that starts reads every secret and looks for every file and folder that the configuration names, and says everything\n"
                + "that is wrong at once. `holdfast config check` does the same before it, but does not read from Vault.\n\n"
                + ConfigReference.markdown(configurations()).stripTrailing() + "\n";
    }
}

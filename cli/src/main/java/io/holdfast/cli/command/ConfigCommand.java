package io.holdfast.cli.command;

import io.holdfast.agent.app.AgentConfig;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.coordinator.app.CoordinatorConfig;
import io.holdfast.gateway.app.GatewayConfig;
import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretRefs;
import io.holdfast.runtime.process.ExitCode;
import io.holdfast.worker.app.WorkerConfig;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "config",
        description = "Works on configuration files.",
        subcommands = {ConfigCommand.Check.class},
        footer = {"", "Examples:", "  holdfast config check coordinator fleet/coordinator.yaml"})
final class ConfigCommand implements Runnable {
    /** Whose configuration a file is. */
    enum Whose {
        GATEWAY(GatewayConfig.class),
        COORDINATOR(CoordinatorConfig.class),
        WORKER(WorkerConfig.class),
        AGENT(AgentConfig.class),
        CLIENT(ClientConfig.class);

        private final Class<? extends Record> type;

        Whose(Class<? extends Record> type) {
            this.type = type;
        }
    }

    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast config check WHOSE FILE");
    }

    @Command(
            name = "check",
            description =
                    "Reads a configuration as its process would, looks at the secrets, files and folders that it refers to, holds"
                            + " certificates against keys, CA and clock, and says everything that is wrong. Secrets in Vault are not read, but listed.",
            footer = {"", "Examples:", "  holdfast config check coordinator fleet/coordinator.yaml"})
    static final class Check implements Callable<Integer> {
        @ParentCommand
        ConfigCommand config;

        @Parameters(index = "0", paramLabel = "WHOSE", description = "${COMPLETION-CANDIDATES}")
        Whose whose;

        @Parameters(index = "1", paramLabel = "FILE", description = "The file.")
        Path file;

        @Override
        public Integer call() {
            Record checked = CheckedConfig.whole(whose.type, file, config.holdfast.env(), InstantSource.system());
            Set<SecretRef> inVault = SecretRefs.inAll(checked, SecretRef.Scheme.VAULT);
            var screen = config.holdfast.screen();
            screen.result(file + " is in order" + (inVault.isEmpty() ? "." : ", but for secrets in Vault: not read."));
            inVault.forEach(reference -> screen.result("  not read: " + reference));
            return ExitCode.OK.number();
        }
    }
}

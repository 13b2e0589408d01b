package io.holdfast.agent.app;

import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.log.Logging;
import io.holdfast.runtime.process.ServiceProcess;
import java.nio.file.Path;

/** The process: {@code agent CONFIGURATION.yaml}. */
public final class AgentMain {
    private AgentMain() {}

    /** Runs until a signal ends it; the exit code says how. */
    @SuppressWarnings("SystemExitOutsideMain")
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: agent CONFIGURATION.yaml");
            System.exit(2);
        }
        System.exit(ServiceProcess.run("agent", process -> {
                    AgentConfig config =
                            CheckedConfig.forStart(AgentConfig.class, Path.of(arguments[0]), System.getenv());
                    Logging.start("agent", config.log());
                    Agent agent = Agent.start(config, SecretResolver.of(System.getenv()));
                    process.ready(agent.member() + ", takes the orders of agent " + config.name());
                    return agent;
                })
                .number());
    }
}

package io.holdfast.cli.command;

import io.holdfast.agent.app.AgentMain;
import io.holdfast.coordinator.app.CoordinatorMain;
import io.holdfast.gateway.app.GatewayMain;
import io.holdfast.runtime.process.ExitCode;
import io.holdfast.worker.app.WorkerMain;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "run",
        description = "Runs a process of the fleet until it is told to end.",
        footer = {"", "Examples:", "  holdfast run gateway --config fleet/gateway.yaml"})
final class RunCommand implements Callable<Integer> {
    /** The processes of a fleet. */
    enum Part {
        GATEWAY,
        COORDINATOR,
        WORKER,
        AGENT
    }

    @ParentCommand
    Holdfast holdfast;

    @Parameters(paramLabel = "PROCESS", description = "${COMPLETION-CANDIDATES}")
    Part part;

    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "Its configuration.")
    Path config;

    @Override
    public Integer call() {
        String[] arguments = {config.toString()};
        switch (part) {
            case GATEWAY -> GatewayMain.main(arguments);
            case COORDINATOR -> CoordinatorMain.main(arguments);
            case WORKER -> WorkerMain.main(arguments);
            case AGENT -> AgentMain.main(arguments);
        }
        return ExitCode.OK.number();
    }
}

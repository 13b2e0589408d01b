package io.holdfast.coordinator.app;

import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.log.Logging;
import io.holdfast.runtime.process.ServiceProcess;
import java.nio.file.Path;

/** The process: {@code coordinator CONFIGURATION.yaml}. */
public final class CoordinatorMain {
    private CoordinatorMain() {}

    /** Runs until a signal ends it; the exit code says how. */
    @SuppressWarnings("SystemExitOutsideMain")
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: coordinator CONFIGURATION.yaml");
            System.exit(2);
        }
        System.exit(ServiceProcess.run("coordinator", process -> {
                    CoordinatorConfig config =
                            CheckedConfig.forStart(CoordinatorConfig.class, Path.of(arguments[0]), System.getenv());
                    Logging.start("coordinator", config.log());
                    Coordinator coordinator = Coordinator.start(config, SecretResolver.of(System.getenv()));
                    process.ready(coordinator.member() + ", " + config.slots() + " slots");
                    return coordinator;
                })
                .number());
    }
}

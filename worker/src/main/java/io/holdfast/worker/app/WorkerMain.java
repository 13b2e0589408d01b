package io.holdfast.worker.app;

import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.log.Logging;
import io.holdfast.runtime.process.ServiceProcess;
import java.nio.file.Path;

/** The process: {@code worker CONFIGURATION.yaml}. */
public final class WorkerMain {
    private WorkerMain() {}

    /** Runs until a signal ends it; the exit code says how. */
    @SuppressWarnings("SystemExitOutsideMain")
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: worker CONFIGURATION.yaml");
            System.exit(2);
        }
        System.exit(ServiceProcess.run("worker", process -> {
                    WorkerConfig config =
                            CheckedConfig.forStart(WorkerConfig.class, Path.of(arguments[0]), System.getenv());
                    Logging.start("worker", config.log());
                    Worker worker = Worker.start(config, SecretResolver.of(System.getenv()));
                    process.ready(worker.member() + ", " + config.slots() + " slots");
                    return worker;
                })
                .number());
    }
}

package io.holdfast.gateway.app;

import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.log.Logging;
import io.holdfast.runtime.process.ExitCode;
import io.holdfast.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/** The gateway as a process of its own. */
public final class GatewayMain {
    private GatewayMain() {}

    /** Takes the path of the configuration. */
    public static void main(String[] arguments) {
        System.exit(run(arguments).number());
    }

    private static ExitCode run(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: gateway CONFIGURATION.yaml");
            return ExitCode.USAGE;
        }
        return ServiceProcess.run("gateway", process -> {
            Map<String, String> env = System.getenv();
            GatewayConfig config = CheckedConfig.forStart(GatewayConfig.class, Path.of(arguments[0]), env);
            Logging.start("gateway", config.log());
            Gateway gateway = Gateway.start(config, SecretResolver.of(env), InstantSource.system());
            process.ready("https://" + config.host() + ":" + gateway.port());
            return gateway;
        });
    }
}

package io.holdfast.cli.command;

import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.agent.app.AgentConfig;
import io.holdfast.agent.app.OfflineRestore;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Sizes;
import io.holdfast.cli.show.StepProgress;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.runtime.config.ConfigLoader;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.process.ExitCode;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** {@code holdfast restore --offline}: with manifest, repository and keys alone. */
record OfflineRestoring(Holdfast holdfast, RestoreCommand command) {
    int run() {
        if (command.agentConfig == null) {
            throw Holdfast.usage("--offline needs --agent-config FILE, which names repositories and keys");
        }
        AgentConfig config = ConfigLoader.load(AgentConfig.class, command.agentConfig, holdfast.env());
        try (OfflineRestore offline = OfflineRestore.open(
                config, SecretResolver.of(holdfast.env()), Optional.ofNullable(command.repository))) {
            return command.dryRun ? plan(offline) : restore(offline);
        }
    }

    private int plan(OfflineRestore offline) {
        RestorePlan plan = offline.plan(request());
        if (json()) {
            holdfast.screen().result(new DryRunJson(plan.lines(), offline.preflight(plan)).text());
            return ExitCode.OK.number();
        }
        plan.lines().forEach(holdfast.screen()::result);
        offline.preflight(plan).forEach(line -> holdfast.screen().result("checked: " + line));
        return ExitCode.OK.number();
    }

    private int restore(OfflineRestore offline) {
        StepProgress progress = new StepProgress(holdfast.screen());
        RestoreWatch watch = progress::show;
        RestoreResult result = offline.restore(request(), watch, () -> false);
        progress.done();
        if (json()) {
            holdfast.screen().result(RestoreJson.text(result));
            return ExitCode.OK.number();
        }
        holdfast.screen()
                .result("Set " + result.set() + " is in " + result.directory() + ": " + result.files() + " files, "
                        + Sizes.of(result.bytes()) + ".");
        Optional.ofNullable(result.warning())
                .ifPresent(warning -> holdfast.screen().result("  warning: " + warning));
        result.checks().forEach(check -> holdfast.screen().result("  " + check));
        if (result.recoveredTo() == null) {
            holdfast.screen().result("It recovers to a new timeline when it is started.");
        }
        return ExitCode.OK.number();
    }

    private boolean json() {
        return command.client.output.form() == Form.JSON;
    }

    private RestoreRequest request() {
        return new RestoreRequest(
                command.instance,
                Optional.ofNullable(command.set),
                command.directory.toAbsolutePath().normalize().toString(),
                Objects.requireNonNullElse(command.tablespaces, Map.of()),
                command.onNotEmpty(),
                Objects.requireNonNullElse(command.after, AfterRestore.LEAVE));
    }
}

package io.holdfast.cli.command;

import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.OnNotEmpty;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "restore",
        description = "Rebuilds an instance from a backup set, in a new directory.",
        footer = {
            "",
            "Examples:",
            "  holdfast restore main --agent db-2 --directory /srv/postgresql/restored --then prove",
            "  holdfast restore main --agent db-2 --directory /srv/pg --tablespace 16400=/fast/ts1",
            "  holdfast restore main --offline --agent-config agent.yaml --directory /srv/pg"
        })
final class RestoreCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Mixin
    JobOptions job;

    @Parameters(paramLabel = "INSTANCE", description = "The instance that was backed up.")
    InstanceName instance;

    @Option(names = "--set", paramLabel = "ID", description = "The set (default: the instance's latest).")
    @Nullable
    SetId set;

    @Option(names = "--agent", paramLabel = "NAME", description = "The restore agent on the target host.")
    @Nullable
    AgentName agent;

    @Option(
            names = "--directory",
            required = true,
            paramLabel = "DIR",
            description = "The data directory to make, an absolute path on the agent's host.")
    Path directory;

    @Option(
            names = "--tablespace",
            paramLabel = "OID=DIR",
            description = "Where a tablespace shall lie, by OID or by its old location; may be repeated.")
    @Nullable
    Map<String, String> tablespaces;

    @Option(names = "--replace", description = "Replace a directory that holds a database or an unfinished restore.")
    boolean replace;

    @Option(
            names = "--then",
            paramLabel = "WHAT",
            description =
                    "leave (default): stopped, ready to start; start: recovered and running; prove: recovered, checked, stopped.")
    @Nullable
    AfterRestore after;

    @Option(
            names = "--offline",
            description = "Restore here and now, from repository and keys alone, without a coordinator.")
    boolean offline;

    @Option(
            names = "--agent-config",
            paramLabel = "FILE",
            description = "With --offline: the agent's configuration, which names repositories, keys and binaries.")
    @Nullable
    Path agentConfig;

    @Option(
            names = "--repository",
            paramLabel = "NAME",
            description =
                    "With --offline: look for sets in this repository only (default: in all that can be reached).")
    @Nullable
    RepositoryName repository;

    @Option(names = "--dry-run", description = "With --offline: print the plan and check it, change nothing.")
    boolean dryRun;

    @Override
    public Integer call() {
        refuseWhatWouldBeIgnored();
        if (offline) {
            return new OfflineRestoring(holdfast, this).run();
        }
        if (agent == null) {
            throw Holdfast.usage("--agent NAME says which restore agent does it (or --offline to do it here)");
        }
        if (!directory.isAbsolute()) {
            throw Holdfast.usage("--directory is an absolute path on the agent's host, not " + directory);
        }
        JobRequest request = new JobRequest.Restore(
                1, job.jobId(), instance, set, agent, directory.toString(), tablespaces, onNotEmpty(), after);
        try (var fleet = holdfast.fleet(client.file())) {
            return new Submission(client.results(holdfast.screen()), fleet).run(request, job.waiting());
        }
    }

    /** An option that says how careful to be must never be passed over: the restore would be done. */
    private void refuseWhatWouldBeIgnored() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        if (offline) {
            given.put("--agent", agent != null);
            given.put("--id", job.id != null);
            given.put("--detach", job.detach);
        } else {
            given.put("--dry-run", dryRun);
            given.put("--agent-config", agentConfig != null);
            given.put("--repository", repository != null);
        }
        given.forEach((option, isGiven) -> {
            if (isGiven) {
                throw Holdfast.usage(option + (offline ? " does not go with --offline" : " goes with --offline only")
                        + "; nothing was restored");
            }
        });
    }

    OnNotEmpty onNotEmpty() {
        return replace ? OnNotEmpty.REPLACE : OnNotEmpty.REFUSE;
    }
}

package io.holdfast.cli.command;

import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobRequest;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "rewrap",
        description = {
            "Changes which encryptors open the backup sets of an instance, or gives them the newest key versions.",
            "Key sections get a new version; the sealed data stays as it is. A job that was interrupted goes on where it was",
            "when it is asked for again."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast rewrap main --encryptor store --encryptor site-b",
            "  holdfast rewrap main --encryptor store --sets-per-second 50 --detach",
            "  holdfast rewrap main --encryptor store --set 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C-1"
        })
final class RewrapCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Mixin
    JobOptions job;

    @Parameters(paramLabel = "INSTANCE", description = "The instance that was backed up.")
    InstanceName instance;

    @Option(
            names = "--encryptor",
            paramLabel = "NAME",
            required = true,
            description =
                    "An encryptor that shall open the sets from now on; give all of them, the others are dropped.")
    List<EncryptorName> encryptors;

    @Option(names = "--set", paramLabel = "ID", description = "One set only (default: all sets of the instance).")
    @Nullable
    SetId set;

    @Option(
            names = "--sets-per-second",
            paramLabel = "N",
            description = "No more than so many sets a second, 1 to 1000 (default: as fast as it goes).")
    @Nullable
    Integer setsPerSecond;

    @Override
    public Integer call() {
        JobRequest request = new JobRequest.Rewrap(1, job.jobId(), instance, set, encryptors, setsPerSecond);
        try (var fleet = holdfast.fleet(client.file())) {
            return new Submission(client.results(holdfast.screen()), fleet).run(request, job.waiting());
        }
    }
}

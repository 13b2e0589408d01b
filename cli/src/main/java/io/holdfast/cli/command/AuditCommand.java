package io.holdfast.cli.command;

import io.holdfast.gateway.app.AuditReview;
import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "audit",
        description = "Works on a key gateway's audit log.",
        subcommands = {AuditCommand.Verify.class},
        footer = {"", "Examples:", "  holdfast audit verify /var/log/holdfast/audit.jsonl"})
final class AuditCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast audit verify FILE");
    }

    @Command(
            name = "verify",
            description = {
                "Checks that no line of the log was changed, added, moved or dropped; works on a copy, and beside a gateway that runs.",
                "That lines at its end were cut off is found by a head that was noted before: keep the one that this prints, elsewhere."
            },
            footer = {
                "",
                "Examples:",
                "  holdfast audit verify /var/log/holdfast/audit.jsonl",
                "  holdfast audit verify audit.jsonl --head 1204:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b --json"
            })
    static final class Verify implements Callable<Integer> {
        @ParentCommand
        AuditCommand audit;

        @Parameters(
                paramLabel = "FILE",
                description = "The log; the files that it goes on from (FILE.NUMBER) are found beside it.")
        Path file;

        @Option(
                names = "--head",
                paramLabel = "NUMBER:HASH",
                description = "A head that an earlier run printed: the log must still hold that line.")
        AuditChain.@Nullable Head head;

        @Mixin
        FormOptions output;

        @Override
        public Integer call() {
            new Results(audit.holdfast.screen(), output.form()).audit(AuditReview.of(file, Optional.ofNullable(head)));
            return ExitCode.OK.number();
        }
    }
}

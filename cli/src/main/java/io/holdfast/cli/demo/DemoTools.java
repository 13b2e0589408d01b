package io.holdfast.cli.demo;

import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.failure.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What PostgreSQL's own tools say of the restored cluster, where this build of PostgreSQL brings them. */
final class DemoTools {
    private final DemoFolder folder;
    private final DemoReport report;

    DemoTools(DemoFolder folder, DemoReport report) {
        this.folder = folder;
        this.report = report;
    }

    /** Before the first start: every file against backup_manifest, and the log. */
    void verifyBackup() {
        ServerUser.current().own(folder.root().resolve("restored"));
        offline("pg_verifybackup", folder.restoredData().toString());
    }

    /** While it runs: every table and index against itself. */
    void checkRunning(PrivatePostgres restored) {
        run("pg_amcheck", () -> restored.run("pg_amcheck", "--install-missing", "--heapallindexed", "--all"));
        report.check(
                "recovered to a new timeline",
                "timeline " + restored.ask("SELECT timeline_id FROM pg_control_checkpoint()"),
                !"1".equals(restored.ask("SELECT timeline_id FROM pg_control_checkpoint()"))
                        ? DemoReport.Verdict.HOLDS
                        : DemoReport.Verdict.FAILS);
    }

    /** After it was stopped: every page's checksum. */
    void checkStopped() {
        offline("pg_checksums", "--check", "-D", folder.restoredData().toString());
    }

    private void offline(String tool, String... arguments) {
        run(tool, () -> {
            List<String> line = new ArrayList<>();
            line.add(folder.binaries().requireTool(tool).toString());
            line.addAll(List.of(arguments));
            return ServerUser.current().run(folder.root(), line);
        });
    }

    private void run(String tool, Supplier<String> work) {
        if (folder.binaries().tool(tool).isEmpty()) {
            report.fact(tool, "not in this build of PostgreSQL");
            return;
        }
        try {
            List<String> said = work.get().strip().lines().toList();
            String last = said.stream()
                    .filter(line -> line.startsWith("Bad checksums"))
                    .findFirst()
                    .orElse(said.isEmpty() ? "" : said.getLast());
            report.check(tool, last.isEmpty() ? "nothing to complain of" : last, DemoReport.Verdict.HOLDS);
        } catch (Failure e) {
            report.check(tool, e.what(), DemoReport.Verdict.FAILS);
        }
    }
}

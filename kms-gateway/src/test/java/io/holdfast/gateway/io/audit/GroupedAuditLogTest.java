package io.holdfast.gateway.io.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class GroupedAuditLogTest {
    private static final int CALLERS = 16;
    private static final int CALLS = 100;

    @TempDir
    Path folder = Path.of("unset");

    private static AuditEntry entry(String verb) {
        return new AuditEntry(
                "2026-11-30T12:00:00Z", "worker/w1", "1", verb, null, null, null, null, null, null, "granted", null);
    }

    private static List<Future<String>> append(AuditLog log) throws InterruptedException {
        List<Callable<String>> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            String name = "verb-" + caller + "-";
            callers.add(() -> {
                for (int call = 0; call < CALLS; call++) {
                    log.append(entry(name + call));
                }
                return name;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS)) {
            return threads.invokeAll(callers);
        }
    }

    @Test
    void everyCallersLinesAreThereInItsOrderAndTheChainHolds() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        try (AuditFile log = AuditFile.open(file)) {
            for (Future<String> caller : append(new GroupedAuditLog(log))) {
                String name = caller.get();
                assertThat(numbers(file, name)).hasSize(CALLS).isSorted();
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(CALLERS * CALLS);
        AuditFile.open(file).close();
    }

    private static List<Integer> numbers(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"" + name))
                .map(line -> {
                    int start = line.indexOf(name) + name.length();
                    return Integer.parseInt(line.substring(start, line.indexOf('"', start)));
                })
                .toList();
    }

    @Test
    void whatCannotBeWrittenFailsForEveryCallerAndNobodyWaitsForEver() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        AuditFile log = AuditFile.open(file);
        log.close();

        for (Future<String> caller : append(new GroupedAuditLog(log))) {
            assertThatThrownBy(caller::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(Transient.class);
        }
        assertThat(Files.readAllLines(file)).isEmpty();
    }
}

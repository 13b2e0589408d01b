package io.holdfast.agent.app;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.repository.file.FileRepository;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Measures, does not test; run by its name: {@code -Dtest=RestoreSpeed -Dholdfast.rows=4000000}. */
class RestoreSpeed {
    private static final SetId SET = SetId.parse("01JDXZ00000000000000000009-1");

    @Test
    void restoresFromAFolder() throws IOException {
        Scene scene = Scene.get();
        long rows = Long.getLong("holdfast.rows", 4_000_000);
        Path folder = ServersForTests.folder("agent-speed");
        Path files = Files.createDirectory(folder.resolve("repository"));
        FileRepository.make(files);
        try (FileRepository repository = FileRepository.open(RepositoryName.parse("main"), files, 2);
                PrivatePostgres server =
                        PrivatePostgres.start(PostgresOptions.in(folder.resolve("source"), scene.binaries)
                                .withSetting("fsync", "off"))) {
            server.execute(
                    "CREATE TABLE big AS SELECT i, md5(i::text) a, md5((i % 1000)::text) b, repeat('x', 80) c"
                            + " FROM generate_series(1, " + rows + ") i",
                    "CHECKPOINT");
            new BackedUp(server, repository, scene.keys, SET, Suite.AES_256).make(() -> {});
            for (int round = 1; round <= 3; round++) {
                measure(scene, repository, folder.resolve("round-" + round));
            }
        }
    }

    private static void measure(Scene scene, FileRepository repository, Path target) {
        RestoreRequest request = new RestoreRequest(
                Scene.SHOP, Optional.of(SET), target.toString(), Map.of(), OnNotEmpty.REFUSE, AfterRestore.LEAVE);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = System.nanoTime();
        long processor = system.getProcessCpuTime();
        long[] last = {start};
        String[] name = {""};
        RestoreWatch watch = (step, progress) -> {
            if (!step.equals(name[0])) {
                long now = System.nanoTime();
                System.out.printf("  %-10s until %.2f s%n", name[0], (now - start) / 1e9);
                name[0] = step;
                last[0] = now;
            }
        };
        RestoreResult result = new RestoreRun(
                        scene.tools(repository, scene.keys), RestoreMemory.NONE, watch, () -> false)
                .restore(request);
        double seconds = (System.nanoTime() - start) / 1e9;
        double used = (system.getProcessCpuTime() - processor) / 1e9;
        double megabytes = result.bytes().number() / 1e6;
        System.out.printf(
                "restored %.0f MB in %.2f s (%.0f MB/s), %.2f CPU s (%.2f CPU ms/MB)%n",
                megabytes, seconds, megabytes / seconds, used, used * 1e3 / megabytes);
    }
}

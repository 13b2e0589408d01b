package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.io.HostBoot;
import io.holdfast.agent.place.Journal;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.file.FileRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Invariants 5 and 7: kill -9 in the middle; what is there cannot start, and the same restore goes on. */
class KilledRestoreTest {
    private final Scene scene = Scene.get();

    /** J2: the lock of a killed restore ends with its process. */
    @Test
    void aRestoreWhoseProcessIsKilledGoesOnInAnother() throws IOException, InterruptedException {
        Path target = scene.target("killed");
        Path folder = Files.createDirectory(target.resolveSibling("repository"));
        FileRepository.make(folder);
        List<StreamRef> streams = scene.streams(Scene.OTHER);
        try (FileRepository files = FileRepository.open(RepositoryName.parse("main"), folder, 2)) {
            new RepositoryCopy(scene.repository, files).copy(Scene.OTHER, scene.allStreams(Scene.OTHER));

            String oid = Long.toString(scene.other.tablespaces().getFirst().oid());
            String place = target.resolveSibling("fast").toString();
            Process child = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RestoreChild.class.getName(),
                            folder.toString(),
                            target.toString(),
                            oid,
                            place,
                            scene.keys.publicKeys().getFirst().text())
                    .redirectErrorStream(true)
                    .redirectOutput(target.resolveSibling("child.log").toFile())
                    .start();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> {
                        assertThat(child.isAlive())
                                .as(() -> read(target.resolveSibling("child.log")))
                                .isTrue();
                        return placed(target) >= 2;
                    });
            child.destroyForcibly();
            assertThat(child.waitFor()).isEqualTo(137);
            int before = placed(target);
            assertThat(before).isBetween(2, streams.size() - 1);
            assertThat(target.resolve("global/pg_control")).doesNotExist();

            RestoreRequest request = new RestoreRequest(
                    Scene.SHOP,
                    Optional.of(Scene.OTHER),
                    target.toString(),
                    Map.of(oid, place),
                    OnNotEmpty.REFUSE,
                    AfterRestore.LEAVE);
            RestoreResult result = Scene.run(scene.tools(files, scene.keys)).restore(request);
            assertThat(result.set()).isEqualTo(Scene.OTHER);
        }
        assertThat(scene.hashesIn(target)).isEqualTo(scene.hashes);
    }

    private static int placed(Path target) {
        return Journal.read(RestoreFolder.of(target), HostBoot.id())
                .map(state -> state.placed().size())
                .orElse(0);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}

package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.protocol.job.AfterRestore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The last steps may be cut anywhere, too. */
class ReleaseTest {
    private final Scene scene = Scene.get();

    /** Stops a restore at the beginning of a step. */
    private static final class Cut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aRestoreThatIsCutBeforeAnyOfItsLastStepsGoesOn() {
        for (String step : new String[] {"complete", "settle", "release"}) {
            Path target = scene.target("cut-" + step);
            RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
            RestoreWatch cutting = (name, progress) -> {
                if (name.equals(step)) {
                    throw new Cut();
                }
            };
            assertThat(catchThrowableOfType(
                            Cut.class,
                            () -> new RestoreRun(scene.tools(), RestoreMemory.NONE, cutting, () -> false)
                                    .restore(request)))
                    .isNotNull();
            assertThat(target.resolve("global/pg_control")).doesNotExist();
            assertThat(scene.restore(request).files()).isPositive();
            assertThat(target.resolve("global/pg_control")).exists();
            assertThat(RestoreFolder.of(target).path()).doesNotExist();
        }
    }

    @Test
    void aRestoreThatWasCutWhileItsFolderWasRemovedIsFinishedByTheNext() throws IOException {
        Path target = scene.target("cut-late");
        RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
        RestoreFolder folder = RestoreFolder.of(target);
        Path saved = target.resolveSibling("journal");
        RestoreWatch saving = (name, progress) -> {
            if (name.equals("release")) {
                copy(folder.journal(), saved);
            }
        };
        assertThat(new RestoreRun(scene.tools(), RestoreMemory.NONE, saving, () -> false)
                        .restore(request)
                        .files())
                .isPositive();
        Files.createDirectory(folder.path());
        copy(saved, folder.journal());
        assertThat(scene.restore(request).files()).isEqualTo(scene.body.totals().files());
        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void anOrderThatComesAgainAfterTheEndIsNotRefused() {
        Path target = scene.target("again");
        RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
        KeptMemory memory = new KeptMemory();
        RestoreRun first = new RestoreRun(scene.tools(), memory, RestoreWatch.NONE, () -> false);
        RestoreRun second = new RestoreRun(scene.tools(), memory, RestoreWatch.NONE, () -> false);
        assertThat(first.restore(request).files())
                .isEqualTo(memory.placed().orElseThrow().files());
        assertThat(second.restore(request).files())
                .isEqualTo(memory.placed().orElseThrow().files());
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

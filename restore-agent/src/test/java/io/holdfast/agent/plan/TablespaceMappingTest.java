package io.holdfast.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.Tablespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablespaceMappingTest {
    private static final Tablespace FAST = new Tablespace(16_400, "/srv/fast");
    private static final Tablespace SLOW = new Tablespace(16_401, "/srv/slow");
    private static final Tablespace INSIDE = new Tablespace(16_402, "pg_tblspc/16402");

    @TempDir
    Path temporary;

    private List<TablespacePlace> resolve(Map<String, String> told) {
        return new TablespaceMapping(List.of(FAST, SLOW, INSIDE), temporary.resolve("data")).resolve(told);
    }

    @Test
    void placesAreGivenByNumberOrByOriginalLocation() {
        assertThat(resolve(Map.of("16400", "/new/fast", "/srv/slow/", "/new/slow")))
                .containsExactly(
                        new TablespacePlace(FAST, Path.of("/new/fast")),
                        new TablespacePlace(SLOW, Path.of("/new/slow")));
    }

    @Test
    void eachOneOutsideTheDataDirectoryNeedsAPlace() {
        assertThatThrownBy(() -> resolve(Map.of("16400", "/new/fast")))
                .isInstanceOfSatisfying(
                        Permanent.class, e -> assertThat(e.code()).isEqualTo(AgentFailure.TABLESPACE_UNMAPPED))
                .hasMessageContaining("tablespace 16401 (/srv/slow)");
    }

    @Test
    void placesMustNotMeetEachOtherOrTheDataDirectoryNorThroughLinks() throws IOException {
        Path data = Files.createDirectory(temporary.resolve("data"));
        Files.createSymbolicLink(temporary.resolve("same"), data);
        unfit(Map.of("16400", "/new/fast", "16401", "/new/fast"));
        unfit(Map.of("16400", "/new/fast", "16401", "/new/fast/slow"));
        unfit(Map.of("16400", data.resolve("fast").toString(), "16401", "/new/slow"));
        unfit(Map.of("16400", temporary.resolve("same/fast").toString(), "16401", "/new/slow"));
        unfit(Map.of("16400", temporary.toString(), "16401", "/new/slow"));
        unfit(Map.of("16400", "fast", "16401", "/new/slow"));
        unfit(Map.of("16400", "/", "16401", "/new/slow"));
        unfit(Map.of("16400", "/new/fast", "16401", "/new/slow", "77", "/new/other"));
        unfit(Map.of("16400", "/new/fast", "/srv/fast", "/new/fast2", "16401", "/new/slow"));
    }

    private void unfit(Map<String, String> told) {
        assertThatThrownBy(() -> resolve(told))
                .isInstanceOfSatisfying(
                        Permanent.class, e -> assertThat(e.code()).isEqualTo(AgentFailure.TABLESPACE_UNFIT));
    }
}

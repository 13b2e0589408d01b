package io.holdfast.coordinator.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MillionPlannedTest {
    /** R4: what a coordinator needs to plan a database does not grow with the number of its files. */
    @Test
    void aBackupOfAMillionSmallFilesIsPlannedInASmallHeap() throws IOException, InterruptedException {
        ChildJvm child = ChildJvm.run(List.of("-Xmx28m"), MillionPlannedMain.class, "1000000");
        assertThat(child.exit()).as(child.said()).isZero();
        assertThat(child.said()).containsPattern("planned 1000000 files in 24[5-9] stripes");
    }
}

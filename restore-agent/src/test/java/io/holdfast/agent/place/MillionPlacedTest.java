package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MillionPlacedTest {
    @TempDir
    Path folder;

    /** R4: an agent keeps eight bytes of a file: a million of them are put together in a heap of 40 MiB, most of it for the JVM. */
    @Test
    void aMillionSmallFilesArePutTogetherInASmallHeap() throws IOException, InterruptedException {
        ChildJvm child = ChildJvm.run(List.of("-Xmx40m"), MillionPlacedMain.class, folder.toString(), "1000000");
        assertThat(child.exit()).as(child.said()).isZero();
        assertThat(child.said()).contains("1000000 files, 100000000 bytes");
    }
}

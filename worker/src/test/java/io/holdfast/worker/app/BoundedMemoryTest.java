package io.holdfast.worker.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedMemoryTest {
    private static final long MIB = 1 << 20;

    /** R5: a worker's memory is bounded however much it reads and however slowly the store takes it. */
    @Test
    void faultR5AGigabyteGoesThroughASmallHeapIntoASlowRepository() throws IOException, InterruptedException {
        ChildJvm child = ChildJvm.run(List.of("-Xmx256m", "-XX:MaxDirectMemorySize=32m"), SlowStoreMain.class);
        assertThat(child.exit()).as(child.said()).isZero();
        String[] peak = child.said()
                .lines()
                .filter(line -> line.startsWith("peak "))
                .findFirst()
                .orElseThrow()
                .split(" ", -1);
        assertThat(Long.parseLong(peak[2])).as("direct").isLessThan(2 * 8 * MIB);
        System.out.println("peak heap " + Long.parseLong(peak[1]) / MIB + " MiB, direct "
                + Long.parseLong(peak[2]) / MIB + " MiB");
    }
}

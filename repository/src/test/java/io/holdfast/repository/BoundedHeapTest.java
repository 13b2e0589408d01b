package io.holdfast.repository;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.ChildJvm;
import io.holdfast.localservers.EmbeddedBroker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R5 and K5: memory does not grow with what is stored. A process of its own has less heap than it writes and reads. */
final class BoundedHeapTest {
    private static final String MEGABYTES = "200";

    @TempDir
    Path folder;

    /** R5: a repository in a folder holds no more than its buffers. */
    @Test
    void r5_aFolderTakesAndGivesMoreThanTheHeap() throws Exception {
        assertThat(run("-Xmx48m", "file", folder.resolve("backup").toString())).contains("wrote", "read");
    }

    /** K5: clients buffer bytes, not records. */
    @Test
    void k5_aTopicTakesAndGivesMoreThanTheHeap() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(folder.resolve("broker")))) {
            assertThat(run("-Xmx112m", "kafka", broker.bootstrapServers())).contains("wrote", "read");
        }
    }

    private String run(String heap, String kind, String place) throws Exception {
        ChildJvm child = ChildJvm.run(
                List.of(heap, "-XX:MaxDirectMemorySize=32m"),
                Throughput.class,
                kind,
                place,
                folder.resolve("spool").toString(),
                MEGABYTES);
        String text = child.said();
        assertThat(child.exit()).as(text).isZero();
        System.out.println(kind + " with " + heap + ": "
                + text.lines().filter(each -> each.contains("MB/s")).toList());
        return text;
    }
}

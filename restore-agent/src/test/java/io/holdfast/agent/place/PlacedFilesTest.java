package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.PlacedFile;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.plan.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacedFilesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path directory;

    private RestoreFolder folder = new RestoreFolder(Path.of("unset"));
    private int notes;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = RestoreFolder.of(directory);
        Files.createDirectories(folder.facts());
    }

    @Test
    void aFileThatStreamsShareHasTheChecksumOfTheWhole() throws IOException {
        byte[] content = new byte[100_000];
        new Random(7).nextBytes(content);
        note(file("base/1/2", 60_000, run(content, 0, 60_000)));
        note(file("other", 10, run(content, 0, 10)), file("base/1/2", 100_000, run(content, 60_000, 100_000)));
        note(file("empty", 0));
        Map<String, PlacedFile> all = all();
        assertThat(all).containsOnlyKeys("base/1/2", "other", "empty");
        assertThat(all.get("base/1/2")).isEqualTo(new PlacedFile("base/1/2", 100_000, 9, crc(content)));
        assertThat(all.get("empty")).isEqualTo(new PlacedFile("empty", 0, 9, 0));
    }

    @Test
    void whatWasCutFromAFileWhileItWasReadIsZeros() throws IOException {
        byte[] content = new byte[50_000];
        new Random(8).nextBytes(content);
        Arrays.fill(content, 10_000, 30_000, (byte) 0);
        Arrays.fill(content, 40_001, 50_000, (byte) 0);
        note(file("f", 30_000, run(content, 0, 10_000)));
        note(file("f", 50_000, run(content, 30_000, 40_001)));
        assertThat(all().get("f")).isEqualTo(new PlacedFile("f", 50_000, 9, crc(content)));
    }

    @Test
    void twoStreamsThatClaimTheSameBytesContradictEachOther() throws IOException {
        byte[] content = new byte[100];
        note(file("f", 60, run(content, 0, 60)));
        note(file("f", 100, run(content, 59, 100)));
        assertThatThrownBy(this::all)
                .isInstanceOfSatisfying(
                        Corrupt.class, e -> assertThat(e.code()).isEqualTo(AgentFailure.FILES_CONTRADICT))
                .hasMessageContaining("bytes 59 to 60 of file f");
    }

    private Map<String, PlacedFile> all() {
        Map<String, PlacedFile> all = new HashMap<>();
        new PlacedFiles(folder).forEach(file -> all.put(file.path(), file), (path, target) -> {});
        return all;
    }

    private void note(FileFact... facts) throws IOException {
        List<String> lines = new ArrayList<>();
        for (FileFact fact : facts) {
            lines.add(JSON.writeValueAsString(fact));
        }
        Files.write(folder.facts().resolve("%010d-x".formatted(notes++)), lines);
    }

    private static FileFact file(String path, long size, FileFact.Run... runs) {
        return new FileFact(path, FileKind.FILE, size, 9, List.of(runs), null);
    }

    private static FileFact.Run run(byte[] content, int from, int to) {
        return new FileFact.Run(from, to - from, crc(Arrays.copyOfRange(content, from, to)));
    }

    private static long crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }
}

package io.holdfast.repository.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Gathered;
import io.holdfast.repository.Repository;
import io.holdfast.repository.TestStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFuzzTest {
    @TempDir
    Path folder;

    @Test
    void aStoredStreamOfAnyBytesIsReadOrCalledAbsent() throws IOException {
        FileRepository.make(folder.resolve("backup"));
        Repository repository = FileRepository.open(new RepositoryName("disk"), folder.resolve("backup"), 1);
        SetId set = TestStream.set();
        StreamRef ref = TestStream.of(0, 3, 300).writeTo(repository, set);
        Path file = stored(ref);
        byte[] good = Files.readAllBytes(file);
        assertThat(Fuzz.run("stored-stream", new Fuzz.Limits(64L << 20), List.of(good), input -> {
                    Files.write(file, input);
                    List<AbsentStream> unused = repository.absent(set, List.of(ref));
                    Gathered all = Gathered.from(repository, set, List.of(ref));
                    assertThat(all.missing.size() + all.streams.size()).isEqualTo(1);
                }))
                .isPositive();
    }

    private Path stored(StreamRef ref) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(path -> path.toString().endsWith(ref.receipt().stream() + ".hfs1"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

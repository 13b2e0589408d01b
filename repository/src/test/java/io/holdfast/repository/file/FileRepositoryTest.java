package io.holdfast.repository.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Gathered;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryContract;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.TestStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileRepositoryTest implements RepositoryContract {
    private static final RepositoryName NAME = new RepositoryName("disk");

    @TempDir
    Path folder;

    private Repository repository;

    @BeforeEach
    void open() {
        FileRepository.make(folder.resolve("backup"));
        repository = FileRepository.open(NAME, folder.resolve("backup"), 3);
    }

    @Override
    public Repository repository() {
        return repository;
    }

    @Test
    void aStreamIsNeverOverwritten() {
        SetId set = TestStream.set();
        TestStream stream = TestStream.of(0, 2, 1_000);
        stream.writeTo(repository, set);
        assertThatThrownBy(() -> stream.writeTo(repository, set))
                .isInstanceOfSatisfying(
                        Transient.class,
                        failure -> assertThat(failure.code()).isEqualTo(RepositoryFailure.ALREADY_THERE));
    }

    @Test
    void aShortenedALengthenedAndADamagedStreamAreToldFromWholeOnes() throws IOException {
        SetId set = TestStream.set();
        StreamRef shortened = TestStream.of(0, 3, 1_000).writeTo(repository, set);
        StreamRef lengthened = TestStream.of(1, 3, 1_000).writeTo(repository, set);
        StreamRef header = TestStream.of(2, 3, 1_000).writeTo(repository, set);
        change(file(shortened), channel -> channel.truncate(channel.size() - 1));
        change(file(lengthened), channel -> channel.write(java.nio.ByteBuffer.wrap(new byte[5]), channel.size()));
        change(file(header), channel -> channel.write(java.nio.ByteBuffer.wrap(new byte[] {7}), 60));
        assertThat(repository.absent(set, List.of(shortened, lengthened, header)))
                .extracting(absent -> absent.failure().code())
                .containsExactly(
                        RepositoryFailure.STREAM_INCOMPLETE,
                        RepositoryFailure.STREAM_DIFFERS,
                        RepositoryFailure.STREAM_DIFFERS);
        assertThat(Gathered.from(repository, set, List.of(shortened, lengthened)).missing)
                .hasSize(2);
    }

    @Test
    void aLastFrameThatIsNotTheLastIsNoticed() throws IOException {
        SetId set = TestStream.set();
        StreamRef ref = TestStream.of(0, 3, 1_000).writeTo(repository, set);
        long lastFrame = 128 + 2 * 1_000;
        change(file(ref), channel -> channel.write(java.nio.ByteBuffer.wrap(new byte[] {0}), lastFrame + 9));
        assertThat(repository.absent(set, List.of(ref)))
                .singleElement()
                .extracting(AbsentStream::stream)
                .isEqualTo(ref);
    }

    private interface Change {
        Object on(FileChannel channel) throws IOException;
    }

    private static void change(Path file, Change change) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            change.on(channel);
        }
    }

    private Path file(StreamRef ref) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(ref.receipt().stream() + ".hfs1"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void everythingIsTheOwnersOnlyAndNothingHalfDoneIsLeft() throws IOException {
        SetId set = TestStream.set();
        TestStream.of(1_234, 2, 1_000).writeTo(repository, set);
        repository.putObject(ObjectName.manifest(set), new byte[] {1});
        TestStream givenUp = TestStream.of(2, 2, 1_000);
        try (SealedStreamWriter writer = repository.create(givenUp.name(set))) {
            writer.header(givenUp.header().encode());
        }
        try (Stream<Path> all = Files.walk(folder.resolve("backup"))) {
            all.forEach(path -> assertThat(mode(path))
                    .as("%s", path)
                    .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(Path::toString)).noneMatch(path -> path.endsWith(".part"));
        }
        assertThat(folder.resolve("backup/sets/" + set.text().substring(0, 3) + "/" + set + "/data/0001"))
                .isDirectory();
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLinkThatWasMadeAlthoughTheAnswerSaysItExistsIsTheStreams() throws IOException {
        Path part = Files.writeString(folder.resolve("stream.part"), "frames");
        Path target = Files.createLink(folder.resolve("stream"), part);
        DurableFiles.publish(part, target);
        assertThat(part).doesNotExist();
        assertThat(target).hasContent("frames");
        Path other = Files.writeString(folder.resolve("other.part"), "frames");
        assertThatThrownBy(() -> DurableFiles.publish(other, target)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(other).exists();
    }

    @Test
    void aWrongPathIsRefusedAndNotFilled() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.writeString(home.resolve("letter.txt"), "dear");
        refused(home, RepositoryFailure.NOT_A_REPOSITORY, "is no repository");
        assertThatThrownBy(() -> FileRepository.make(home)).hasMessageContaining("letter.txt");
        assertThat(home).isDirectoryContaining("glob:**letter.txt");
        refused(folder.resolve("not/mounted"), RepositoryFailure.FOLDER_MISSING, "not/mounted");
        assertThatThrownBy(() -> FileRepository.make(folder.resolve("not/mounted")))
                .hasMessageContaining("neither is");
        Path unmounted = Files.createDirectory(folder.resolve("unmounted"));
        refused(unmounted, RepositoryFailure.NOT_A_REPOSITORY, "unmounted");
        assertThat(unmounted).isEmptyDirectory();
        Path newer = Files.createDirectory(folder.resolve("newer"));
        Files.writeString(newer.resolve(".holdfast-repository"), "holdfast repository, layout 9\n");
        refused(newer, RepositoryFailure.UNKNOWN_VERSION, "layout 9");
    }

    private static void refused(Path path, RepositoryFailure code, String words) {
        assertThatThrownBy(() -> FileRepository.open(NAME, path, 1))
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        Permanent.class, failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void aRepositoryThatIsNoLongerMountedIsNotTakenForDamage() throws IOException {
        SetId set = TestStream.set();
        StreamRef stream = TestStream.of(0, 2, 1_000).writeTo(repository, set);
        Files.move(folder.resolve("backup"), folder.resolve("away"));
        assertThatThrownBy(() -> repository.absent(set, List.of(stream)))
                .isInstanceOfSatisfying(
                        Permanent.class,
                        failure -> assertThat(failure.code()).isEqualTo(RepositoryFailure.FOLDER_MISSING));
        Files.createDirectory(folder.resolve("backup"));
        assertThatThrownBy(() -> repository.absent(set, List.of(stream)))
                .isInstanceOfSatisfying(
                        Permanent.class,
                        failure -> assertThat(failure.code()).isEqualTo(RepositoryFailure.NOT_A_REPOSITORY));
        Files.delete(folder.resolve("backup"));
        Files.move(folder.resolve("away"), folder.resolve("backup"));
        assertThat(repository.absent(set, List.of(stream))).isEmpty();
    }

    /** S4: at the repository. */
    @Test
    void aFullDiskIsNamedAndTheNextRunGoesOn() throws Exception {
        try (SmallDisk disk = ServersForTests.smallDisk(folder.resolve("small"), "4m")) {
            SetId set = TestStream.set();
            FileRepository.make(disk.path().resolve("backup"));
            try (Repository small = FileRepository.open(NAME, disk.path().resolve("backup"), 1)) {
                TestStream tooLarge = TestStream.of(0, 8, 900_000);
                assertThatThrownBy(() -> tooLarge.writeTo(small, set))
                        .hasMessageContaining("No space left")
                        .isInstanceOfSatisfying(Failure.class, failure -> {
                            assertThat(failure).isInstanceOf(Permanent.class);
                            assertThat(failure.code()).isEqualTo(RepositoryFailure.NO_SPACE);
                        });
                StreamRef next = TestStream.of(1, 2, 900_000).writeTo(small, set);
                assertThat(small.absent(set, List.of(next))).isEmpty();
            }
        }
    }
}

package io.holdfast.chunk.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.frame.ChunkLengths;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableTest {
    private static final StreamId STREAM = new StreamId(Bytes.of(new byte[32]));
    private static final long[] EDGES = {
        0, 23, 24, 255, 256, 65_535, 65_536, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFFL, 0x1_0000_0000L, Long.MAX_VALUE
    };

    @Test
    void everyNumberIsWrittenInItsShortestForm() {
        for (long edge : EDGES) {
            Table table = one(new FileEntry("a", FileKind.FILE, ByteCount.of(edge), 0, edge, Optional.empty()));
            String shortest = shortest(edge);
            assertThat(HexFormat.of().formatHex(TableCodec.encode(table)))
                    .isEqualTo("a26176016566696c657381a6616b00616d0061706161" + "6173" + shortest + "6174" + shortest
                            + "617880");
            assertThat(read(TableCodec.encode(table))).isEqualTo(table);
        }
    }

    @Test
    void timesBefore1970AndLongTextsSurvive() {
        String path = "ä/".repeat(5000) + "end";
        Table table = new Table(List.of(
                new TableFile(FileEntry.directory(path, 0700, -12_345_678_901L), List.of()),
                new TableFile(
                        new FileEntry("link", FileKind.LINK, ByteCount.ZERO, 0777, -1, Optional.of("x".repeat(70_000))),
                        List.of())));
        assertThat(read(TableCodec.encode(table))).isEqualTo(table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "", "a//b", "a/", "./a", "a/./b", "..", "a/../b", "a/..", "nul\0"})
    void pathsThatLeadOutOfTheDirectoryAreRefusedOnBothSides(String path) {
        FileEntry entry = FileEntry.directory(path, 0700, 0);
        assertRefused(entry);
    }

    @Test
    void aPathThatIsNoUnicodeTextIsRefused() {
        FileEntry entry = FileEntry.directory("half a pair \ud800", 0700, 0);
        assertThat(catchThrowableOfType(Permanent.class, () -> new TableWriter(STREAM).begin(entry)))
                .isNotNull();
    }

    @Test
    void modesAndTargetsThatMakeNoSenseAreRefusedOnBothSides() {
        assertRefused(FileEntry.directory("a", 010000, 0));
        assertRefused(new FileEntry("a", FileKind.LINK, ByteCount.ZERO, 0777, 0, Optional.of("nul\0")));
        FileEntry aimless = new FileEntry("a", FileKind.LINK, ByteCount.ZERO, 0777, 0, Optional.empty());
        assertThat(catchThrowableOfType(Permanent.class, () -> new TableWriter(STREAM).begin(aimless)))
                .isNotNull();
    }

    @Test
    void aPathTwiceOrBelowALinkIsRefusedInAnyOrder() {
        FileEntry link = new FileEntry("a", FileKind.LINK, ByteCount.ZERO, 0777, 0, Optional.of("/etc"));
        FileEntry below = FileEntry.directory("a/b/c", 0700, 0);
        FileEntry beside = FileEntry.directory("ab", 0700, 0);
        assertRefused(link, below);
        assertRefused(below, link);
        assertRefused(link, link);
        assertThat(read(TableCodec.encode(table(link, beside)))).isEqualTo(table(link, beside));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A version that is not known, a key more, a key less, no map, files no list.
                "a26176026566696c657380",
                "a36176016566696c6573806161" + "00",
                "a1617601",
                "80",
                "a26176016566696c6573a0",
                // Keys out of order; 1 in a long form; lists and maps of indefinite length; a tag; two items.
                "a26566696c657380617601",
                "a2617618016566696c657380",
                "a26176016566696c65739fff",
                "bf6176016566696c657380ff",
                "c0a26176016566696c657380",
                "a26176016566696c65738000",
                // A kind that is not known, a file without extents, a directory with some, a float, an unknown key.
                "a26176016566696c657381a5616b03616d0061706161617300617400",
                "a26176016566696c657381a5616b00616d0061706161617300617400",
                "a26176016566696c657381a6616b01616d0061706161617300617400617880",
                "a26176016566696c657381a5616b01616d0061706161617300" + "6174fb3ff0000000000000",
                "a26176016566696c657381a6616b01616d0061706161617300617400617a00",
                // A negative size, a number over 63 bits, text that is no UTF-8, bytes instead of text.
                "a26176016566696c657381a5616b01616d0061706161617320617400",
                "a26176016566696c657381a5616b01616d00617061616173" + "1bffffffffffffffff617400",
                "a26176016566696c657381a5616b01616d00617061ff617300617400",
                "a26176016566696c657381a5616b01616d00617041616173" + "00617400",
                // Cut short.
                "a26176016566696c6573",
                ""
            })
    void whatIsNotOneTableInItsOneEncodingIsRefused(String hex) {
        assertThat(failure(HexFormat.of().parseHex(hex)).code()).isEqualTo(ChunkFailure.BAD_TABLE);
    }

    @Test
    void everyTableCutShortOrLengthenedIsRefused() {
        byte[] good = TableCodec.encode(one(FileEntry.file("base/1", ByteCount.of(10), 0600, 1)));
        for (int length = 0; length <= good.length + 1; length++) {
            if (length != good.length) {
                assertThat(failure(Arrays.copyOf(good, length)).code()).isEqualTo(ChunkFailure.BAD_TABLE);
            }
        }
    }

    @Test
    void extentsOutsideTheirFileOrFrameAreRefused() {
        // One data frame of 100 bytes, a file of 50.
        for (Extent wrong : List.of(
                new Extent(0, 51, 0, 0, 0),
                new Extent(-1, 10, 0, 0, 0),
                new Extent(41, 10, 0, 0, 0),
                new Extent(Long.MAX_VALUE, 10, 0, 0, 0),
                new Extent(0, 50, 0, 51, 0),
                new Extent(0, 10, 1, 0, 0),
                new Extent(0, 10, -1, 0, 0),
                new Extent(0, 10, 0x1_0000_0000L, 0, 0),
                new Extent(0, 10, 0, 0, 0x1_0000_0000L),
                new Extent(0, 10, 0, 0, -1))) {
            FileEntry entry = FileEntry.file("a", ByteCount.of(50), 0600, 1);
            Table table = new Table(List.of(new TableFile(entry, List.of(wrong))));
            assertThat(failure(TableCodec.encode(table)).code()).as("%s", wrong).isEqualTo(ChunkFailure.BAD_TABLE);
        }
    }

    @Test
    void noTableGrowsBeyond64MibOnEitherSide() {
        TableReader reader = new TableReader(STREAM);
        ByteBuffer piece = ByteBuffer.allocate(16 << 20);
        for (int times = 0; times < 4; times++) {
            reader.add(piece.clear());
        }
        assertThat(catchThrowableOfType(Corrupt.class, () -> reader.add(ByteBuffer.allocate(1))))
                .isNotNull();
        TableWriter writer = new TableWriter(STREAM);
        String name = "x".repeat(1 << 20);
        Permanent full = catchThrowableOfType(Permanent.class, () -> {
            for (int file = 0; file < 65; file++) {
                writer.begin(FileEntry.directory(name + file, 0700, 0));
            }
        });
        assertThat(full.code()).isEqualTo(ChunkFailure.TABLE_TOO_LARGE);
    }

    private static void assertRefused(FileEntry... entries) {
        TableWriter writer = new TableWriter(STREAM);
        Permanent unfit =
                catchThrowableOfType(Permanent.class, () -> List.of(entries).forEach(writer::begin));
        assertThat(unfit.code()).isEqualTo(ChunkFailure.UNFIT_FILE);
        assertThat(failure(TableCodec.encode(table(entries))).code()).isEqualTo(ChunkFailure.BAD_TABLE);
    }

    private static Table one(FileEntry entry) {
        return table(entry);
    }

    private static Table table(FileEntry... entries) {
        return new Table(Arrays.stream(entries)
                .map(entry -> new TableFile(entry, List.of()))
                .toList());
    }

    private static Table read(byte[] encoded) {
        TableReader reader = new TableReader(STREAM);
        reader.add(ByteBuffer.wrap(encoded));
        ChunkLengths lengths = new ChunkLengths();
        lengths.add(100);
        return reader.finish(lengths);
    }

    private static Corrupt failure(byte[] encoded) {
        return catchThrowableOfType(Corrupt.class, () -> read(encoded));
    }

    private static String shortest(long number) {
        if (number < 24) {
            return "%02x".formatted(number);
        }
        if (number < 1 << 8) {
            return "18%02x".formatted(number);
        }
        if (number < 1 << 16) {
            return "19%04x".formatted(number);
        }
        return number < 1L << 32 ? "1a%08x".formatted(number) : "1b%016x".formatted(number);
    }
}

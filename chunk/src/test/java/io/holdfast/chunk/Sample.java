package io.holdfast.chunk;

import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.open.StreamReading;
import io.holdfast.chunk.seal.ContextBinding;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.write.LegacyCiphers;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;

/** Streams that tests make: sealed whole, taken apart, opened whole. */
public final class Sample {
    /** Tests run one after another, as streams of a thread do. */
    private static final ChunkBuffers BUFFERS = new ChunkBuffers();

    private static final byte[] DATA_KEY = "holdfast test key of 32 bytes ok".getBytes(StandardCharsets.US_ASCII);

    private final byte[] stream;
    private final Receipt receipt;
    private final StreamExpectation expectation;

    private Sample(byte[] stream, Receipt receipt, StreamExpectation expectation) {
        this.stream = stream;
        this.receipt = receipt;
        this.expectation = expectation;
    }

    public byte[] stream() {
        return stream;
    }

    public Receipt receipt() {
        return receipt;
    }

    /** How a sample is made. */
    public record Recipe(Suite suite, Compression compression, ChunkLimit limit, long seed) {
        /** Chunks of 256 bytes, so that a small stream has several. */
        public static Recipe small(Suite suite, Codec codec) {
            return new Recipe(suite, Sample.compression(codec), new ChunkLimit(256), 1);
        }

        public Recipe seeded(long other) {
            return new Recipe(suite, compression, limit, other);
        }
    }

    public static Compression compression(Codec codec) {
        return new Compression(codec, codec == Codec.ZSTD ? 3 : 0);
    }

    public static StreamContext context(Suite suite) {
        return new StreamContext(
                new FleetId("fleet-of-tests"),
                new InstanceName("pg-main"),
                "01JDXZ0000000000000000000A-1",
                "7",
                Purpose.DATA,
                suite);
    }

    public static Optional<SecretBytes> dataKey(Suite suite) {
        return suite == Suite.NONE ? Optional.empty() : Optional.of(SecretBytes.takeOver(DATA_KEY.clone()));
    }

    public static SealingOrder order(Recipe recipe) {
        SealingOptions options = new SealingOptions(recipe.compression(), recipe.limit(), LegacyCiphers.ALLOWED);
        return new SealingOrder(options, ContextBinding.of(context(recipe.suite())), dataKey(recipe.suite()));
    }

    /** Seals contents by path, each in one piece. */
    public static Sample of(Recipe recipe, Map<String, byte[]> files) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Random random = new Random(recipe.seed());
        try (StreamSealer sealer = StreamSealer.open(
                order(recipe), random::nextBytes, BUFFERS, (index, frame) -> stream.writeBytes(copy(frame)))) {
            stream.writeBytes(copy(sealer.header()));
            files.forEach((path, content) -> {
                sealer.startFile(FileEntry.file(path, ByteCount.of(content.length), 0600, 1_790_000_000L));
                sealer.write(0, ByteBuffer.wrap(content));
            });
            Receipt receipt = sealer.finish();
            return new Sample(
                    stream.toByteArray(),
                    receipt,
                    StreamExpectation.of(context(recipe.suite()), dataKey(recipe.suite()), receipt));
        }
    }

    /** A few small files: three data frames and the table's at 256 bytes each. */
    public static Sample small(Recipe recipe) {
        return of(recipe, smallFiles());
    }

    public static SequencedMap<String, byte[]> smallFiles() {
        SequencedMap<String, byte[]> files = new LinkedHashMap<>();
        files.put("PG_VERSION", new byte[] {'1', '8', '\n'});
        files.put("base/1/empty", new byte[0]);
        files.put("base/1/1259", "compressible ".repeat(35).getBytes(StandardCharsets.US_ASCII));
        byte[] noise = new byte[200];
        new Random(7).nextBytes(noise);
        files.put("base/1/1260", noise);
        return files;
    }

    /** The same receipt and key, other bytes. */
    public Sample with(byte[] bytes) {
        return new Sample(bytes, receipt, expectation);
    }

    public Sample withoutReceipt() {
        return new Sample(
                stream, receipt, new StreamExpectation(expectation.binding(), expectation.dataKey(), Optional.empty()));
    }

    public Sample expecting(StreamExpectation other) {
        return new Sample(stream, receipt, other);
    }

    /** Opens everything and gives contents by path. */
    public SequencedMap<String, byte[]> open() {
        ByteBuffer bytes = ByteBuffer.wrap(stream);
        List<byte[]> chunks = new ArrayList<>();
        try (StreamOpener opener = StreamOpener.open(bytes, expectation, BUFFERS)) {
            Table table = StreamReading.readAll(bytes, opener, plain -> chunks.add(copy(plain)));
            SequencedMap<String, byte[]> files = new LinkedHashMap<>();
            table.files().forEach(file -> {
                byte[] content = new byte[(int) file.entry().size().number()];
                for (Extent extent : file.extents()) {
                    ByteBuffer chunk = ByteBuffer.wrap(chunks.get((int) extent.chunkIndex()));
                    extent.in(chunk).get(content, (int) extent.fileOffset(), extent.length());
                }
                files.put(file.entry().path(), content);
            });
            return files;
        }
    }

    /** The frames, cut apart. */
    public List<byte[]> frames() {
        ByteBuffer rest = ByteBuffer.wrap(stream);
        StreamHeader header = StreamHeader.parse(rest);
        List<byte[]> frames = new ArrayList<>();
        while (rest.hasRemaining()) {
            byte[] frame = new byte[FrameHeader.parse(rest.duplicate(), header).length()];
            rest.get(frame);
            frames.add(frame);
        }
        return frames;
    }

    /** This stream's header, and other frames. */
    public Sample withFrames(List<byte[]> frames) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(stream, 0, StreamHeader.LENGTH);
        frames.forEach(bytes::writeBytes);
        return with(bytes.toByteArray());
    }

    public static byte[] copy(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}

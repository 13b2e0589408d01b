package io.holdfast.benchmarks;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkLimit;
import io.holdfast.chunk.compress.ChunkPacker;
import io.holdfast.chunk.compress.Packed;
import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.open.StreamReading;
import io.holdfast.chunk.seal.ChunkCipher;
import io.holdfast.chunk.seal.StreamKeys;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.write.FrameSink;
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
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The whole of sealing beside compression alone, the cipher alone, and both; one operation is one MiB of plaintext. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class SealPipelineBenchmark {
    private static final int MIB = 56;
    private static final int BYTES = MIB << 20;

    /** Codec and level. */
    @Param({"zstd 1", "zstd 3", "lz4 0", "none 0"})
    public String codec = "none 0";

    /** The suite. */
    @Param("AES_256")
    public String suite = "AES_256";

    private final SecureRandom random = new SecureRandom();
    private final ChunkBuffers buffers = new ChunkBuffers();
    private final ByteBuffer pages = Pages.of(BYTES);
    private Compression compression = Compression.STANDARD;
    private StreamContext context = context(Suite.AES_256);
    private byte[] sealed = {};
    private Optional<Receipt> receipt = Optional.empty();

    /** Reads the parameters and seals one stream for those who open. */
    @Setup
    public void prepare() {
        String[] words = codec.split(" ", 2);
        compression = new Compression(Codec.valueOf(words[0].toUpperCase(Locale.ROOT)), Integer.parseInt(words[1]));
        context = context(Suite.parse(suite));
        ByteArrayOutputStream stream = new ByteArrayOutputStream(BYTES);
        try (StreamSealer sealer = sealer((index, frame) ->
                stream.write(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining()))) {
            stream.writeBytes(sealer.header().array());
            receipt = Optional.of(fill(sealer));
        }
        sealed = stream.toByteArray();
    }

    /** Frees the compression contexts. */
    @TearDown
    public void close() {
        buffers.close();
    }

    /** Everything: split, CRC-32C, compress, encrypt, Merkle root, table. */
    @Benchmark
    @OperationsPerInvocation(MIB)
    public Receipt seal() {
        try (StreamSealer sealer = sealer((index, frame) -> {})) {
            return fill(sealer);
        }
    }

    /** The way back: root, decrypt, expand. */
    @Benchmark
    @OperationsPerInvocation(MIB)
    public Table open() {
        ByteBuffer stream = ByteBuffer.wrap(sealed);
        StreamExpectation expectation = StreamExpectation.of(context, dataKey(), receipt.orElseThrow());
        try (StreamOpener opener = StreamOpener.open(stream, expectation, buffers)) {
            return StreamReading.readAll(stream, opener, plain -> {});
        }
    }

    /** Compression alone. */
    @Benchmark
    @OperationsPerInvocation(MIB)
    public long compressAlone() {
        ChunkPacker packer = new ChunkPacker(compression, buffers);
        long packed = 0;
        for (int at = 0; at < BYTES; at += ChunkLimit.LARGEST) {
            packed += packer.pack(chunk(at)).length();
        }
        return packed;
    }

    /** Encryption alone, of as many bytes as there would be without compression. */
    @Benchmark
    @OperationsPerInvocation(MIB)
    public long encryptAlone() {
        try (ChunkCipher cipher = cipher()) {
            long length = 0;
            for (int at = 0; at < BYTES; at += ChunkLimit.LARGEST) {
                int plain = Math.min(ChunkLimit.LARGEST, BYTES - at);
                length += encrypt(cipher, at / ChunkLimit.LARGEST, new Packed(Codec.NONE, plain), plain);
            }
            return length;
        }
    }

    /** Compression and encryption, nothing else: what the pipeline is to come close to. */
    @Benchmark
    @OperationsPerInvocation(MIB)
    public long compressAndEncrypt() {
        ChunkPacker packer = new ChunkPacker(compression, buffers);
        try (ChunkCipher cipher = cipher()) {
            long length = 0;
            for (int at = 0; at < BYTES; at += ChunkLimit.LARGEST) {
                ByteBuffer chunk = chunk(at);
                length += encrypt(cipher, at / ChunkLimit.LARGEST, packer.pack(chunk), chunk.remaining());
            }
            return length;
        }
    }

    private int encrypt(ChunkCipher cipher, long index, Packed packed, int plainLength) {
        int length = cipher.sealedLength(packed.length());
        byte[] frame = buffers.cipherText();
        new FrameHeader(index, Content.DATA, Ending.MORE, packed.codec(), plainLength, length)
                .encode(ByteBuffer.wrap(frame));
        cipher.seal(frame, buffers.clearText(), packed.length());
        return length;
    }

    private ByteBuffer chunk(int at) {
        return pages.slice(at, Math.min(ChunkLimit.LARGEST, BYTES - at));
    }

    private ChunkCipher cipher() {
        StreamHeader header = StreamHeader.parse(ByteBuffer.wrap(sealed));
        return StreamKeys.derive(header, dataKey()).cipher(header.hash(), random::nextBytes);
    }

    private StreamSealer sealer(FrameSink sink) {
        SealingOrder order = SealingOrder.sealed(
                SealingOptions.with(compression), context, dataKey().orElseThrow());
        return StreamSealer.open(order, random::nextBytes, buffers, sink);
    }

    private Receipt fill(StreamSealer sealer) {
        sealer.startFile(FileEntry.file("base/5/16384", ByteCount.of(BYTES), 0600, 0));
        sealer.write(0, pages.duplicate());
        return sealer.finish();
    }

    private static Optional<SecretBytes> dataKey() {
        return Optional.of(SecretBytes.takeOver(new byte[32]));
    }

    private static StreamContext context(Suite suite) {
        return new StreamContext(
                new FleetId("benchmark"),
                new InstanceName("pages"),
                "01JDXZ0000000000000000000A-1",
                "0",
                Purpose.DATA,
                suite);
    }
}

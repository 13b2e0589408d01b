package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.ChunkLimit;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The 128 bytes that a sealed stream begins with. Layout, big-endian:
 *
 * <pre>
 * "HFS1" | version u8 = 1 | suite u16 | flags u8 = 0 | chunkLimit u32 | streamId[32] | contextHash[32] | commit[32] | zero[20]
 * </pre>
 *
 * @param suite how chunks are sealed; a claim, until it is compared with what the caller expects
 * @param chunkLimit the most plaintext in one chunk
 * @param streamId random, names this one attempt
 * @param contextHash what the stream was made for, 32 bytes
 * @param commit what only the right data key can produce, 32 bytes; zero for the suite none
 */
public record StreamHeader(Suite suite, ChunkLimit chunkLimit, StreamId streamId, Bytes contextHash, Bytes commit) {
    /** The length of a header. */
    public static final int LENGTH = 128;

    private static final byte[] MAGIC = {'H', 'F', 'S', '1'};
    private static final int VERSION = 1;
    private static final int HASH_LENGTH = 32;
    private static final int ZEROS = 20;

    public StreamHeader {
        if (contextHash.length() != HASH_LENGTH || commit.length() != HASH_LENGTH) {
            throw new IllegalArgumentException("context hash and commitment are 32 bytes each");
        }
    }

    /**
     * Reads a header from the next 128 bytes of {@code bytes}, which are consumed.
     *
     * @throws Corrupt bad-header, also when there are fewer bytes
     */
    public static StreamHeader parse(ByteBuffer bytes) {
        if (bytes.remaining() < LENGTH) {
            throw bad("it is " + bytes.remaining() + " bytes, a header is " + LENGTH);
        }
        if (!Arrays.equals(take(bytes, MAGIC.length), MAGIC)) {
            throw bad("it does not begin with HFS1");
        }
        int version = bytes.get() & 0xFF;
        if (version != VERSION) {
            throw bad("its version is " + version + ", known here is " + VERSION);
        }
        Suite suite = suite(bytes.getShort() & 0xFFFF);
        if (bytes.get() != 0) {
            throw bad("it has flags that are not known here");
        }
        ChunkLimit chunkLimit = chunkLimit(bytes.getInt());
        StreamId stream = new StreamId(Bytes.of(take(bytes, HASH_LENGTH)));
        Bytes contextHash = Bytes.of(take(bytes, HASH_LENGTH));
        Bytes commit = Bytes.of(take(bytes, HASH_LENGTH));
        if (!Arrays.equals(take(bytes, ZEROS), new byte[ZEROS])) {
            throw bad("its last 20 bytes are not zero");
        }
        return new StreamHeader(suite, chunkLimit, stream, contextHash, commit);
    }

    /** The same header with another commitment. */
    public StreamHeader with(Bytes otherCommit) {
        return new StreamHeader(suite, chunkLimit, streamId, contextHash, otherCommit);
    }

    /** The 128 bytes, in a buffer of its own, ready to be read. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(LENGTH)
                .put(MAGIC)
                .put((byte) VERSION)
                .putShort((short) suite.id())
                .put((byte) 0)
                .putInt(chunkLimit.bytes())
                .put(streamId.bytes().toArray())
                .put(contextHash.toArray())
                .put(commit.toArray())
                .put(new byte[ZEROS])
                .flip();
    }

    /** SHA-256 of the 128 bytes: bound into every chunk, and named by the receipt. */
    public Bytes hash() {
        return Bytes.of(Sha256.digest().digest(encode().array()));
    }

    private static Suite suite(int id) {
        for (Suite suite : Suite.values()) {
            if (suite.id() == id) {
                return suite;
            }
        }
        throw bad("its suite 0x" + Integer.toHexString(id) + " is not known here");
    }

    private static byte[] take(ByteBuffer bytes, int length) {
        byte[] taken = new byte[length];
        bytes.get(taken);
        return taken;
    }

    private static ChunkLimit chunkLimit(int bytes) {
        if (bytes < 1 || bytes > ChunkLimit.LARGEST) {
            throw bad("its chunk limit is " + Integer.toUnsignedString(bytes) + " bytes, lawful is 1 to "
                    + ChunkLimit.LARGEST);
        }
        return new ChunkLimit(bytes);
    }

    private static Corrupt bad(String fault) {
        return new Corrupt(ChunkFailure.BAD_HEADER, "this is no header of a sealed stream: " + fault);
    }
}

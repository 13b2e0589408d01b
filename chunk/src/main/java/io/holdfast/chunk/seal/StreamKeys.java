package io.holdfast.chunk.seal;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one stream, derived from the data key, the stream's id and a label that holds suite, chunk limit and context, so
 * that a header with any other value has other keys. For one cipher, which takes them over.
 */
public final class StreamKeys implements AutoCloseable {
    /** What TRIPLE_DES_3KEY needs. */
    record Pair(WipedKey encryption, WipedKey authentication) {}

    private static final int COMMIT_LENGTH = 32;
    private static final int MAC_KEY_LENGTH = 64;
    private static final Bytes NO_COMMIT = Bytes.of(new byte[COMMIT_LENGTH]);

    private final StreamHeader header;
    private final Bytes commit;
    private final @Nullable WipedKey encryption;
    private final @Nullable WipedKey authentication;

    private StreamKeys(
            StreamHeader header, Bytes commit, @Nullable WipedKey encryption, @Nullable WipedKey authentication) {
        this.header = header;
        this.commit = commit;
        this.encryption = encryption;
        this.authentication = authentication;
    }

    /**
     * Derives the keys that belong to a header's suite, chunk limit, stream id and context hash; its commitment is not read.
     *
     * @param dataKey stays the caller's; ignored for the suite none, which derives nothing
     * @throws Permanent unfit-key when a cipher's data key is missing or not 32 bytes
     */
    public static StreamKeys derive(StreamHeader header, Optional<SecretBytes> dataKey) {
        Suite suite = header.suite();
        if (suite == Suite.NONE) {
            return new StreamKeys(header, NO_COMMIT, null, null);
        }
        SecretBytes given = dataKey.orElseThrow(() ->
                new Permanent(ChunkFailure.UNFIT_KEY, "the suite " + suite.label() + " needs the set's data key"));
        WipedKey extracted = Hkdf.extract(header.streamId().bytes().toArray(), given);
        try {
            byte[] label = label(header);
            boolean legacy = suite == Suite.TRIPLE_DES_3KEY;
            byte[] enc = Hkdf.expand(extracted, "HFS1 enc", label, keyLength(suite));
            byte[] mac = legacy ? Hkdf.expand(extracted, "HFS1 mac", label, MAC_KEY_LENGTH) : null;
            Bytes commit = Bytes.of(Hkdf.expand(extracted, "HFS1 commit", label, COMMIT_LENGTH));
            return new StreamKeys(
                    header,
                    commit,
                    new WipedKey(legacy ? "Generic" : "AES", enc),
                    mac == null ? null : new WipedKey("HmacSHA256", mac));
        } finally {
            extracted.destroy();
        }
    }

    /** What the header's commitment must be; compared in constant time, as {@link Bytes} are. */
    public Bytes commit() {
        return commit;
    }

    /**
     * The stream's cipher, which takes the keys over.
     *
     * @param headerHash of the complete header, its commitment included
     * @param random for initialisation vectors, where the suite has them
     */
    public ChunkCipher cipher(Bytes headerHash, RandomSource random) {
        if (encryption == null) {
            return new HashOnly(headerHash);
        }
        if (authentication == null) {
            return new AesGcmCipher(CipherProvider.aesGcm(), encryption, headerHash);
        }
        return new TripleDesCipher(new Pair(encryption, authentication), header.streamId(), headerHash, random);
    }

    @Override
    public void close() {
        if (encryption != null) {
            encryption.destroy();
        }
        if (authentication != null) {
            authentication.destroy();
        }
    }

    private static byte[] label(StreamHeader header) {
        byte[] context = header.contextHash().toArray();
        return ByteBuffer.allocate(Short.BYTES + Integer.BYTES + context.length)
                .putShort((short) header.suite().id())
                .putInt(header.chunkLimit().bytes())
                .put(context)
                .array();
    }

    private static int keyLength(Suite suite) {
        return switch (suite) {
            case AES_128 -> 16;
            case AES_192 -> 24;
            case AES_256 -> 32;
            case TRIPLE_DES_3KEY -> 64;
            case NONE -> throw new IllegalArgumentException("the suite none has no key");
        };
    }
}

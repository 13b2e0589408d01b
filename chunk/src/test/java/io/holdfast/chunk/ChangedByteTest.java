package io.holdfast.chunk;

import static io.holdfast.chunk.ChunkFailure.BAD_HEADER;
import static io.holdfast.chunk.ChunkFailure.DAMAGED_CHUNK;
import static io.holdfast.chunk.ChunkFailure.DAMAGED_HEADER;
import static io.holdfast.chunk.ChunkFailure.MISSING_FRAME;
import static io.holdfast.chunk.ChunkFailure.REORDERED;
import static io.holdfast.chunk.ChunkFailure.ROOT_MISMATCH;
import static io.holdfast.chunk.ChunkFailure.SPLICED;
import static io.holdfast.chunk.ChunkFailure.TRUNCATED;
import static io.holdfast.chunk.ChunkFailure.WRONG_CONTEXT;
import static io.holdfast.chunk.ChunkFailure.WRONG_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.chunk.Sample.Recipe;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.frame.StreamVerifier;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Failure;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every one-byte change is found, and told by the code that belongs to the place of the byte. */
final class ChangedByteTest {
    private static final int[] FLIPS = {0x01, 0x80};

    @ParameterizedTest
    @EnumSource(Suite.class)
    void theKeyAloneTellsWhatIsChanged(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.LZ4)).withoutReceipt();
        everyChange(sample, changed -> {
            Failure failure = catchThrowableOfType(
                    Failure.class, () -> sample.with(changed.stream).open());
            assertThat(failure).as("%s", changed).isNotNull();
            assertThat(failure.code()).as("%s", changed).isEqualTo(changed.seenWithTheKey());
            assertThat(failure.what()).as("%s", changed).isNotBlank();
        });
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void keyAndReceiptTellWhatIsChanged(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        everyChange(sample, changed -> {
            Failure failure = catchThrowableOfType(
                    Failure.class, () -> sample.with(changed.stream).open());
            assertThat(failure).as("%s", changed).isNotNull();
            ChunkFailure expected = changed.seenWithTheKey();
            boolean lawfulHeader = changed.inHeader() && expected != BAD_HEADER;
            assertThat(failure.code()).as("%s", changed).isEqualTo(lawfulHeader ? DAMAGED_HEADER : expected);
        });
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void theReceiptAloneTellsWhatIsChanged(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        verify(sample);
        everyChange(sample, changed -> {
            Failure failure = catchThrowableOfType(Failure.class, () -> verify(sample.with(changed.stream)));
            assertThat(failure).as("%s", changed).isNotNull();
            assertThat(changed.seenWithoutTheKey()).as("%s", changed).contains((ChunkFailure) failure.code());
        });
    }

    private interface Check {
        void holds(Changed changed);
    }

    private static void everyChange(Sample sample, Check check) {
        byte[] stream = sample.stream();
        int frame = StreamHeader.LENGTH;
        int next = frame;
        for (int at = 0; at < stream.length; at++) {
            if (at == next) {
                frame = at;
                next = frame + FrameHeader.LENGTH + ByteBuffer.wrap(stream).getInt(frame + 16);
            }
            for (int flip : FLIPS) {
                byte[] damaged = stream.clone();
                damaged[at] ^= (byte) flip;
                check.holds(new Changed(damaged, at, at < StreamHeader.LENGTH ? 0 : frame, stream));
            }
        }
    }

    /** A stream of which the byte {@code at} is another; it belongs to the part that begins at {@code from}. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these
    private record Changed(byte[] stream, int at, int from, byte[] before) {
        boolean inHeader() {
            return at < StreamHeader.LENGTH;
        }

        private ByteBuffer bytes() {
            return ByteBuffer.wrap(stream);
        }

        private boolean encrypted() {
            return ByteBuffer.wrap(before).getShort(5) != 0;
        }

        /** By the reading order of the format: syntax, commitment, context, frames. */
        ChunkFailure seenWithTheKey() {
            if (!inHeader()) {
                return frame();
            }
            // Without a cipher no key binds the header, but the hash of every frame does.
            ChunkFailure bound = encrypted() ? WRONG_KEY : DAMAGED_CHUNK;
            if (at < 5 || at == 7 || at >= 108) {
                return BAD_HEADER;
            }
            if (at < 7) {
                int suite = bytes().getShort(5);
                return Stream.of(Suite.values()).anyMatch(known -> known.id() == suite) ? WRONG_KEY : BAD_HEADER;
            }
            if (at < 12) {
                int limit = bytes().getInt(8);
                return limit >= 1 && limit <= 917_504 ? bound : BAD_HEADER;
            }
            if (at < 44) {
                return bound;
            }
            return at < 76 && !encrypted() ? WRONG_CONTEXT : WRONG_KEY;
        }

        /** A frame that claims more than there is has lost its end; anything else that is changed does not authenticate. */
        private ChunkFailure frame() {
            int plainLength = bytes().getInt(from + 12);
            int sealedLength = bytes().getInt(from + 16);
            boolean possible = plainLength >= 1
                    && plainLength <= 256
                    && sealedLength >= 1
                    && sealedLength <= plainLength + overhead();
            boolean lengthChanged = at >= from + 16 && at < from + 20;
            return lengthChanged && possible && from + FrameHeader.LENGTH + sealedLength > stream.length
                    ? TRUNCATED
                    : DAMAGED_CHUNK;
        }

        private int overhead() {
            int id = ByteBuffer.wrap(before).getShort(5);
            return Stream.of(Suite.values())
                    .filter(suite -> suite.id() == id)
                    .mapToInt(Suite::overhead)
                    .findFirst()
                    .orElseThrow();
        }

        /** Without the key a head is only a claim, so that several answers are right for some of its bytes. */
        Set<ChunkFailure> seenWithoutTheKey() {
            if (inHeader()) {
                return seenWithTheKey() == BAD_HEADER ? Set.of(BAD_HEADER) : Set.of(DAMAGED_HEADER, DAMAGED_CHUNK);
            }
            return switch (at - from) {
                case 0 -> (stream[from] & 0x80) != 0 ? Set.of(DAMAGED_CHUNK) : Set.of(MISSING_FRAME);
                case 1, 2, 3, 4, 5, 6 -> Set.of(MISSING_FRAME);
                case 7 -> stream[at] > before[at] || stream[at] < 0 ? Set.of(MISSING_FRAME) : Set.of(REORDERED);
                case 8 -> Set.of(DAMAGED_CHUNK, ROOT_MISMATCH);
                case 9 -> Set.of(DAMAGED_CHUNK, SPLICED, TRUNCATED);
                case 10, 12, 13, 14, 15 -> Set.of(DAMAGED_CHUNK, ROOT_MISMATCH);
                case 11 -> Set.of(DAMAGED_CHUNK);
                case 16, 17, 18, 19 -> Set.of(DAMAGED_CHUNK, TRUNCATED, MISSING_FRAME);
                default -> Set.of(ROOT_MISMATCH);
            };
        }

        @Override
        public String toString() {
            return "byte " + at + " (" + (at - from) + " of its part) is " + stream[at] + " instead of " + before[at];
        }
    }

    private static void verify(Sample sample) {
        ByteBuffer bytes = ByteBuffer.wrap(sample.stream());
        StreamVerifier verifier = new StreamVerifier(bytes);
        while (bytes.hasRemaining()) {
            FrameHeader head = FrameHeader.parse(bytes.duplicate(), verifier.header());
            int length = Math.min(head.length(), bytes.remaining());
            verifier.frame(bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + length);
        }
        verifier.check(sample.receipt());
    }
}

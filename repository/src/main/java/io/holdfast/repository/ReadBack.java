package io.holdfast.repository;

import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether a stored stream looks like its receipt, without reading its data: length, header, and the head of the last frame. What lies
 * between is for verification.
 */
public final class ReadBack {
    private ReadBack() {}

    /**
     * What is wrong; empty if nothing is.
     *
     * @param lastFrame where the last frame should begin, if somebody noted it; else all heads are walked
     */
    public static Optional<Corrupt> check(
            StreamName name, Receipt receipt, SealedSource source, OptionalLong lastFrame) {
        if (source.size() != receipt.sealedBytes().number()) {
            return Optional.of(wrongLength(name, receipt, source.size()));
        }
        try {
            ByteBuffer bytes = ByteBuffer.allocate(StreamHeader.LENGTH);
            source.read(bytes, 0);
            StreamHeader header = StreamHeader.parse(bytes.flip());
            if (!header.hash().equals(receipt.headerHash())) {
                return Optional.of(wrongHeader(name));
            }
            if (lastFrame.isPresent() && endsWith(source, header, receipt, lastFrame.getAsLong())) {
                return Optional.empty();
            }
            return walk(source, header, receipt)
                    ? Optional.empty()
                    : Optional.of(new Corrupt(
                            RepositoryFailure.STREAM_DIFFERS,
                            name + " does not end with frame " + (receipt.frames() - 1) + " as its receipt says"));
        } catch (Corrupt damaged) {
            return Optional.of(damaged);
        }
    }

    /** The failure of a stream of another length. */
    public static Corrupt wrongLength(StreamName name, Receipt receipt, long found) {
        long wanted = receipt.sealedBytes().number();
        return new Corrupt(
                found < wanted ? RepositoryFailure.STREAM_INCOMPLETE : RepositoryFailure.STREAM_DIFFERS,
                name + " has " + found + " bytes, its receipt says " + wanted);
    }

    /** The failure of a stream with another header. */
    public static Corrupt wrongHeader(StreamName name) {
        return new Corrupt(
                RepositoryFailure.STREAM_DIFFERS, "the header of " + name + " is not the one that its receipt names");
    }

    private static boolean endsWith(SealedSource source, StreamHeader stream, Receipt receipt, long offset) {
        if (offset < StreamHeader.LENGTH || offset > source.size() - FrameHeader.LENGTH) {
            return false;
        }
        FrameHeader head = head(source, stream, offset);
        return isLast(head, receipt) && offset + head.length() == source.size();
    }

    private static boolean walk(SealedSource source, StreamHeader stream, Receipt receipt) {
        long offset = StreamHeader.LENGTH;
        for (long index = 0; index < receipt.frames(); index++) {
            FrameHeader head = head(source, stream, offset);
            offset += head.length();
            boolean last = index == receipt.frames() - 1;
            if (head.index() != index || last != isLast(head, receipt)) {
                return false;
            }
        }
        return offset == source.size();
    }

    private static boolean isLast(FrameHeader head, Receipt receipt) {
        return head.ending() == Ending.LAST && head.index() == receipt.frames() - 1;
    }

    private static FrameHeader head(SealedSource source, StreamHeader stream, long offset) {
        ByteBuffer bytes = ByteBuffer.allocate(FrameHeader.LENGTH);
        source.read(bytes, offset);
        return FrameHeader.parse(bytes.flip(), stream);
    }
}

package io.holdfast.repository;

import io.holdfast.chunk.ChunkLimit;
import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Streams that look sealed to a repository: a header, and frames of random bytes, from a seed. */
public record TestStream(StripeNumber stripe, StreamHeader header, List<byte[]> frames) {
    /** A set of its own. */
    public static SetId set() {
        StringBuilder id = new StringBuilder("01");
        RandomGenerator random = new Random();
        String letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        while (id.length() < 26) {
            id.append(letters.charAt(random.nextInt(letters.length())));
        }
        return SetId.parse(id + "-1");
    }

    public static TestStream of(long stripe, int frames, int frameBytes) {
        Random random = new Random();
        StreamHeader header = new StreamHeader(
                Suite.NONE,
                new ChunkLimit(ChunkLimit.LARGEST),
                new StreamId(random(random, 32)),
                random(random, 32),
                random(random, 32));
        List<byte[]> made = new ArrayList<>();
        for (int index = 0; index < frames; index++) {
            made.add(frame(random, index, frameBytes, index == frames - 1 ? Ending.LAST : Ending.MORE));
        }
        return new TestStream(new StripeNumber(stripe), header, made);
    }

    private static Bytes random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }

    private static byte[] frame(Random random, long index, int length, Ending ending) {
        byte[] sealed = new byte[Math.max(1, length - FrameHeader.LENGTH)];
        random.nextBytes(sealed);
        ByteBuffer frame = ByteBuffer.allocate(FrameHeader.LENGTH + sealed.length);
        new FrameHeader(
                        index,
                        ending == Ending.LAST ? Content.TABLE : Content.DATA,
                        ending,
                        Codec.NONE,
                        sealed.length,
                        sealed.length)
                .encode(frame);
        return frame.put(sealed).array();
    }

    public StreamName name(SetId set) {
        return new StreamName(set, Purpose.DATA, stripe, header.streamId());
    }

    public Receipt receipt() {
        long bytes = StreamHeader.LENGTH
                + frames.stream().mapToLong(frame -> frame.length).sum();
        return new Receipt(
                header.streamId(),
                header.hash(),
                frames.size(),
                ByteCount.of(bytes),
                ByteCount.of(bytes),
                header.contextHash());
    }

    public StreamRef ref(@Nullable String hint) {
        return new StreamRef(stripe, Purpose.DATA, receipt(), hint);
    }

    public byte[] whole() {
        ByteBuffer all =
                ByteBuffer.allocate(Math.toIntExact(receipt().sealedBytes().number()));
        all.put(header.encode());
        frames.forEach(all::put);
        return all.array();
    }

    /** Writes it and returns what refers to it. */
    public StreamRef writeTo(Repository repository, SetId set) {
        try (SealedStreamWriter writer = repository.create(name(set))) {
            writer.header(header.encode());
            ByteBuffer reused = ByteBuffer.allocate(1 << 20);
            for (int index = 0; index < frames.size(); index++) {
                writer.frame(index, reused.clear().put(frames.get(index)).flip());
                // Whatever keeps the buffer instead of its bytes shall be found out.
                java.util.Arrays.fill(reused.array(), (byte) 0x55);
            }
            return ref(writer.commit());
        }
    }

    /** A stream of {@code frames} frames made of the two that {@code two} has: the first again and again, then the last. */
    public record Shape(TestStream two, int frames) {
        ByteBuffer frame(int index) {
            ByteBuffer frame = ByteBuffer.wrap(two.frames.get(index == frames - 1 ? 1 : 0));
            frame.putLong(0, index);
            return frame;
        }

        StreamRef ref(String hint) {
            Receipt receipt = two.receipt();
            long bytes = StreamHeader.LENGTH + (long) frames * two.frames.getFirst().length;
            return new StreamRef(
                    two.stripe,
                    Purpose.DATA,
                    new Receipt(
                            receipt.stream(),
                            receipt.headerHash(),
                            frames,
                            ByteCount.of(bytes),
                            ByteCount.of(bytes),
                            receipt.root()),
                    hint);
        }
    }
}

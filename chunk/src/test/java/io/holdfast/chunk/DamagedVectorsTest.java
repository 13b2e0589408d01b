package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.chunk.Vectors.Vector;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.frame.StreamVerifier;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.open.StreamReading;
import io.holdfast.chunk.seal.ContextBinding;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Failure;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class DamagedVectorsTest {
    /** A second attempt at the stream that is damaged: same data key, same context. */
    private static final Vector TWIN = Vectors.named("other/AES_256");

    @TestFactory
    Stream<DynamicTest> everyKindOfDamageIsToldApart() {
        return Vectors.damaged().stream()
                .map(damage -> DynamicTest.dynamicTest(damage.get("name").asText(), () -> isToldApart(damage)));
    }

    @Test
    void theUndamagedStreamOpens() {
        open(undamaged(), new StreamExpectation(TWIN.binding(), TWIN.dataKey(), Optional.of(receipt(undamaged()))));
    }

    private static void isToldApart(JsonNode damage) {
        byte[] stream = damaged(damage);
        Failure failure = catchThrowableOfType(Failure.class, () -> open(stream, expectation(damage)));
        assertThat(failure).isNotNull();
        List<String> acceptable = Stream.concat(
                        Stream.of(damage.get("expected")),
                        damage.path("alsoAcceptable").valueStream())
                .map(kind -> "chunk." + kind.asText())
                .toList();
        assertThat(failure.code().code()).isIn(acceptable);
        assertThat(failure.code().code()).isEqualTo(acceptable.getFirst());
    }

    private static void open(byte[] bytes, StreamExpectation expectation) {
        ByteBuffer stream = ByteBuffer.wrap(bytes);
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamOpener opener = StreamOpener.open(stream, expectation, buffers)) {
            StreamReading.readAll(stream, opener, plain -> {});
        }
    }

    /**
     * The stream that all damage was done to, {@code full/AES_256/lz4}, is not itself in the file. It is what the damage with
     * two frames swapped becomes when they are swapped back.
     */
    private static byte[] undamaged() {
        JsonNode swapped = Vectors.damaged().stream()
                .filter(damage -> damage.get("name").asText().equals("frames 0 and 1 swapped"))
                .findFirst()
                .orElseThrow();
        ByteBuffer bytes = ByteBuffer.wrap(Vectors.hex(swapped.get("bytes")));
        StreamHeader header = StreamHeader.parse(bytes);
        SortedMap<Long, ByteBuffer> frames = new TreeMap<>();
        while (bytes.hasRemaining()) {
            FrameHeader head = FrameHeader.parse(bytes.duplicate(), header);
            frames.put(head.index(), bytes.slice(bytes.position(), head.length()));
            bytes.position(bytes.position() + head.length());
        }
        ByteBuffer stream = ByteBuffer.allocate(bytes.capacity()).put(header.encode());
        frames.values().forEach(stream::put);
        return stream.array();
    }

    private static Receipt receipt(byte[] bytes) {
        ByteBuffer stream = ByteBuffer.wrap(bytes);
        StreamVerifier verifier = new StreamVerifier(stream);
        while (stream.hasRemaining()) {
            FrameHeader head = FrameHeader.parse(stream.duplicate(), verifier.header());
            verifier.frame(stream.slice(stream.position(), head.length()));
            stream.position(stream.position() + head.length());
        }
        return verifier.receipt();
    }

    private static byte[] damaged(JsonNode damage) {
        byte[] stream = damage.has("bytes") ? Vectors.hex(damage.get("bytes")) : undamaged();
        damage.path("edit").forEach(edit -> {
            int offset = edit.get("offset").asInt();
            stream[offset] ^= Vectors.hex(edit.get("xor"))[0];
        });
        if (damage.has("truncateTo")) {
            return Arrays.copyOf(stream, damage.get("truncateTo").asInt());
        }
        if (damage.has("append")) {
            byte[] more = Vectors.hex(damage.get("append"));
            byte[] longer = Arrays.copyOf(stream, stream.length + more.length);
            System.arraycopy(more, 0, longer, stream.length, more.length);
            return longer;
        }
        return stream;
    }

    private static StreamExpectation expectation(JsonNode damage) {
        ContextBinding binding = damage.has("context") ? Vectors.binding(damage.get("context")) : TWIN.binding();
        Optional<SecretBytes> dataKey =
                damage.has("dek") ? Optional.of(SecretBytes.takeOver(Vectors.hex(damage.get("dek")))) : TWIN.dataKey();
        Optional<Receipt> receipt = Optional.ofNullable(damage.get("expectedRoot"))
                .map(root -> withRoot(receipt(undamaged()), Bytes.of(Vectors.hex(root))));
        return new StreamExpectation(binding, dataKey, receipt);
    }

    private static Receipt withRoot(Receipt receipt, Bytes root) {
        return new Receipt(
                receipt.stream(),
                receipt.headerHash(),
                receipt.frames(),
                receipt.dataBytes(),
                receipt.sealedBytes(),
                root);
    }
}

package io.holdfast.agent.app;

import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/** Copies a set from one repository to another, frame by frame. */
record RepositoryCopy(MapRepository from, Repository to) {
    void copy(SetId set, List<StreamRef> streams) {
        for (StreamRef stream : streams) {
            byte[] bytes = Objects.requireNonNull(
                    from.streams.get(stream.receipt().stream().text()));
            try (SealedStreamWriter writer = to.create(StreamName.of(set, stream))) {
                write(writer, ByteBuffer.wrap(bytes));
                String unused = writer.commit();
            }
        }
        for (ObjectName object : from.listObjects(set)) {
            to.putObject(object, from.getObject(object).orElseThrow());
        }
    }

    private static void write(SealedStreamWriter writer, ByteBuffer bytes) {
        StreamHeader header = StreamHeader.parse(bytes.duplicate());
        writer.header(take(bytes, StreamHeader.LENGTH));
        while (bytes.hasRemaining()) {
            FrameHeader head = FrameHeader.parse(bytes.duplicate(), header);
            writer.frame(head.index(), take(bytes, head.length()));
        }
    }

    private static ByteBuffer take(ByteBuffer bytes, int length) {
        ByteBuffer taken = ByteBuffer.allocate(length);
        taken.put(0, bytes, bytes.position(), length);
        bytes.position(bytes.position() + length);
        return taken;
    }
}

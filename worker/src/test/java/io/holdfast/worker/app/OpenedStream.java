package io.holdfast.worker.app;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.table.TableFile;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.StreamVisitor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A stream as a reader with the key finds it in a repository: its table and the bytes of its files. */
record OpenedStream(Table table, Map<String, byte[]> files) {
    static OpenedStream of(Repository repository, StripeOrder.Seal order, StreamRef ref, SecretBytes key) {
        List<OpenedStream> opened = new ArrayList<>();
        repository.fetch(order.context().set(), List.of(ref), new StreamVisitor() {
            @Override
            public void stream(StreamRef found, SealedSource source) {
                opened.add(open(order, ref, source, key));
            }

            @Override
            public void missing(StreamRef wanted, Corrupt failure) {
                throw failure;
            }
        });
        return opened.getFirst();
    }

    private static OpenedStream open(StripeOrder.Seal order, StreamRef ref, SealedSource source, SecretBytes key) {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(source.size()));
        source.read(all, 0);
        all.flip();
        StreamContext context = StreamContext.of(order.context(), order.stripe(), Purpose.DATA, order.suite());
        List<byte[]> chunks = new ArrayList<>();
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamOpener opener = StreamOpener.open(
                        all.slice(0, StreamHeader.LENGTH),
                        StreamExpectation.of(context, Optional.of(key), ref.receipt()),
                        buffers)) {
            all.position(StreamHeader.LENGTH);
            while (all.hasRemaining()) {
                int length = FrameHeader.parse(all.duplicate(), opener.header()).length();
                ByteBuffer plain = opener.frame(all.slice(all.position(), length));
                byte[] chunk = new byte[plain.remaining()];
                plain.get(chunk);
                chunks.add(chunk);
                all.position(all.position() + length);
            }
            Table table = opener.finish();
            return new OpenedStream(table, files(table, chunks));
        }
    }

    private static Map<String, byte[]> files(Table table, List<byte[]> chunks) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (TableFile file : table.files()) {
            byte[] content = new byte[Math.toIntExact(file.entry().size().number())];
            for (Extent extent : file.extents()) {
                System.arraycopy(
                        chunks.get((int) extent.chunkIndex()),
                        extent.chunkOffset(),
                        content,
                        (int) extent.fileOffset(),
                        extent.length());
            }
            files.put(file.entry().path(), content);
        }
        return files;
    }
}

package io.holdfast.engine.postgresql;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import io.holdfast.protocol.plan.Extent;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Cuts the stream of pieces into pages of relations for the check, and hands everything on unchanged. */
final class PageSink implements ExtentSink {
    private static final int PAGE = PageChecksum.PAGE;

    private final List<Extent> extents;
    private final PageCheck check;
    private final ExtentSink next;

    /** The beginning of a page whose end is in the next piece. */
    private final ByteBuffer begun = ByteBuffer.allocate(PAGE);

    private int current = -1;
    private Optional<RelationPath> relation = Optional.empty();

    PageSink(List<Extent> extents, PageCheck check, ExtentSink next) {
        this.extents = extents;
        this.check = check;
        this.next = next;
    }

    @Override
    public void piece(int extent, long offset, ByteBuffer bytes) {
        if (extent != current) {
            current = extent;
            relation = RelationPath.of(extents.get(extent).path());
            begun.clear();
        }
        if (relation.isPresent()) {
            look(extents.get(extent).path(), relation.get(), offset, bytes.duplicate());
        }
        next.piece(extent, offset, bytes);
    }

    private void look(String path, RelationPath file, long offset, ByteBuffer bytes) {
        long at = offset;
        if (begun.position() == 0 && at % PAGE != 0) {
            int skip = (int) Math.min(bytes.remaining(), PAGE - at % PAGE);
            bytes.position(bytes.position() + skip);
            at += skip;
        }
        if (begun.position() > 0) {
            int count = Math.min(begun.remaining(), bytes.remaining());
            begun.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            at += count;
            if (begun.hasRemaining()) {
                return;
            }
            check.look(path, file, at / PAGE - 1, begun.flip());
            begun.clear();
        }
        while (bytes.remaining() >= PAGE) {
            check.look(path, file, at / PAGE, bytes);
            at += PAGE;
        }
        begun.put(bytes);
    }

    @Override
    public void end(int extent, ExtentEnd end, long read) {
        begun.clear();
        next.end(extent, end, read);
    }
}

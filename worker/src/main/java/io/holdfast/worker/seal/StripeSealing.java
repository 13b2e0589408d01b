package io.holdfast.worker.seal;

import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentSink;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.worker.Pulse;
import io.holdfast.worker.WorkerFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One stripe's way into its sealed stream: directories, then files as they are read, then the files whose text is in the
 * order. A file that vanished before its first byte was read is left out; one that shrank is as long as what was read. Not so in
 * the last stripes: they hold what replay itself needs.
 */
public final class StripeSealing implements ExtentSink {
    private final StripeOrder.Seal order;
    private final StreamSealer sealer;
    private final Pulse pulse;
    private final Map<String, Long> ends = new HashMap<>();
    private @Nullable String open;
    private boolean shrank;
    private long lastByte;
    private long files;
    private long bytes;

    /** For an order and the stream that was opened for it; {@code pulse} is felt with every piece. */
    public StripeSealing(StripeOrder.Seal order, StreamSealer sealer, Pulse pulse) {
        this.order = order;
        this.sealer = sealer;
        this.pulse = pulse;
        for (Extent extent : order.extents()) {
            ends.merge(extent.path(), extent.offset() + extent.length(), Math::max);
        }
    }

    /** Writes down the order's directories. */
    public void directories() {
        for (ListedFile listed : order.directories()) {
            if (listed.kind() != FileKind.DIRECTORY) {
                throw new Permanent(
                        WorkerFailure.ORDER_UNUSABLE,
                        where() + " lists " + listed.path() + " among its directories, but it is a " + listed.kind());
            }
            sealer.startFile(FileEntry.directory(
                    listed.path(),
                    order.server().directoryMode(),
                    listed.modified().getEpochSecond()));
            files++;
        }
    }

    /** Seals the files whose text is in the order. */
    public void inline() {
        for (InlineFile file : order.inline()) {
            byte[] text = file.text().getBytes(StandardCharsets.UTF_8);
            begin(file.path(), text.length);
            sealer.write(0, ByteBuffer.wrap(text));
            bytes += text.length;
        }
    }

    @Override
    public void piece(int extent, long offset, ByteBuffer piece) {
        int length = piece.remaining();
        pulse.beat(length);
        beginUnlessOpen(order.extents().get(extent).path());
        sealer.write(offset, piece);
        lastByte = Math.max(lastByte, offset + length);
        bytes += length;
    }

    @Override
    public void end(int extent, ExtentEnd end, long read) {
        pulse.beat(0);
        String path = order.extents().get(extent).path();
        if (order.phase() == Phase.CLOSE && end != ExtentEnd.COMPLETE) {
            throw new Transient(
                    WorkerFailure.CLOSE_INCOMPLETE,
                    path + " of " + where() + " ended after " + read + " bytes of "
                            + order.extents().get(extent).length() + " (" + end + ")");
        }
        if (end != ExtentEnd.VANISHED) {
            beginUnlessOpen(path);
        }
        shrank |= end != ExtentEnd.COMPLETE && path.equals(open);
    }

    /** Seals what is left and the table. */
    public Receipt finish() {
        settle();
        return sealer.finish();
    }

    /** Files and directories in the table. */
    public long files() {
        return files;
    }

    /** Bytes of files that were sealed. */
    public ByteCount bytes() {
        return ByteCount.of(bytes);
    }

    private void beginUnlessOpen(String path) {
        if (!path.equals(open)) {
            begin(path, ends.getOrDefault(path, 0L));
        }
    }

    private void begin(String path, long size) {
        settle();
        long modified =
                order.modified().getOrDefault(path, order.server().started().getEpochSecond());
        sealer.startFile(FileEntry.file(path, ByteCount.of(size), order.server().fileMode(), modified));
        open = path;
        lastByte = 0;
        files++;
    }

    /** Before the next file: one that shrank, or vanished half-way, is as long as its last byte that came. */
    private void settle() {
        if (shrank) {
            shrank = false;
            sealer.shortenFile(ByteCount.of(lastByte));
        }
    }

    private String where() {
        return "stripe " + order.stripe() + " of job " + order.job();
    }
}

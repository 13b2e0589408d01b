package io.holdfast.repository.file;

import io.holdfast.runtime.file.DirectOption;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a new file by the megabyte, past the system's page cache: nobody reads a backup soon, and what a database host has in that
 * cache is worth more. Where the file system refuses that, and for the last piece, which is no whole block, it goes through the page
 * cache. For one thread.
 */
final class BlockAppender implements Closeable {
    private final Path file;
    private final BlockBuffers buffers;
    private final FileChannel cached;
    private @Nullable ByteBuffer gathered;
    private @Nullable FileChannel direct;
    private boolean refused;
    private long written;

    private BlockAppender(Path file, FileChannel cached, BlockBuffers buffers) {
        this.file = file;
        this.cached = cached;
        this.buffers = buffers;
        this.refused = DirectOption.get().isEmpty();
    }

    /** Makes the file, which must not be there. */
    static BlockAppender create(Path file, BlockBuffers buffers) throws IOException {
        return new BlockAppender(file, DurableFiles.create(file), buffers);
    }

    /** How many bytes have been appended. */
    long length() {
        return written + (gathered == null ? 0 : gathered.position());
    }

    void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            ByteBuffer room = gathered;
            if (room == null) {
                room = buffers.take();
                gathered = room;
            }
            int some = Math.min(room.remaining(), bytes.remaining());
            room.put(room.position(), bytes, bytes.position(), some).position(room.position() + some);
            bytes.position(bytes.position() + some);
            if (!room.hasRemaining()) {
                write(room.flip());
                room.clear();
            }
        }
    }

    /** Writes what is left and forces all of it to the disk. */
    void finish() throws IOException {
        if (gathered != null) {
            write(gathered.flip());
            gathered.clear();
        }
        cached.force(true);
    }

    private void write(ByteBuffer piece) throws IOException {
        if (!refused && piece.remaining() == BlockBuffers.BYTES) {
            writeDirectly(piece);
        }
        while (piece.hasRemaining()) {
            written += cached.write(piece, written);
        }
    }

    private void writeDirectly(ByteBuffer piece) {
        try {
            FileChannel channel = direct();
            while (piece.remaining() >= DirectOption.BLOCK && written % DirectOption.BLOCK == 0) {
                written += channel.write(piece, written);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // If the disk is full or ill, the page cache's way will say so.
            refused = true;
        }
    }

    private FileChannel direct() throws IOException {
        FileChannel channel = direct;
        if (channel == null) {
            Optional<OpenOption> option = DirectOption.get();
            channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS, option.orElseThrow());
            direct = channel;
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        if (gathered != null) {
            buffers.giveBack(gathered);
            gathered = null;
        }
        try {
            if (direct != null) {
                direct.close();
            }
        } finally {
            cached.close();
        }
    }
}

package io.holdfast.agent.place;

import io.holdfast.runtime.file.DirectOption;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of the target that is being written. Large pieces that are aligned go to the disk directly: filling the system's page cache with
 * a whole database costs more processor time than all else that a restore does, and drives out what others have there. Everything else,
 * and everything on a file system that refuses, goes through the page cache. For one thread.
 */
final class TargetFile implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(TargetFile.class);

    /** Below this the page cache, which gathers writes, is faster. */
    private static final int LEAST_BYTES = 128 << 10;

    /** How the file is opened; a new channel each time. */
    interface Opening {
        /** For writing in this way. */
        FileChannel open(Way way) throws IOException;
    }

    /** How bytes get to the disk. */
    enum Way {
        /** Through the system's page cache. */
        CACHED,
        /** Past it. */
        DIRECT
    }

    private final Opening opening;
    private final Directness directness;
    private @Nullable FileChannel cached;
    private @Nullable FileChannel direct;

    /** Whether the target takes direct writes; shared by the files of one restore, so that it is asked once. */
    static final class Directness {
        private volatile boolean refused;

        boolean refused() {
            return refused;
        }

        private void refuse(Exception why) {
            if (!refused) {
                refused = true;
                LOG.debug("the target takes no direct writes, so its files are written through the page cache", why);
            }
        }
    }

    TargetFile(Opening opening, Directness directness) {
        this.opening = opening;
        this.directness = directness;
    }

    /** Sees to it that the file is there. */
    void make() throws IOException {
        FileChannel unused = cached();
    }

    /** Writes all the bytes that remain, from {@code offset} of the file on. */
    void write(ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        if (isForDirect(bytes, offset)) {
            at += writeDirectly(bytes, offset);
        }
        while (bytes.hasRemaining()) {
            at += cached().write(bytes, at);
        }
    }

    private boolean isForDirect(ByteBuffer bytes, long offset) {
        return bytes.remaining() >= LEAST_BYTES
                && offset % DirectOption.BLOCK == 0
                && bytes.isDirect()
                && bytes.alignmentOffset(bytes.position(), DirectOption.BLOCK) == 0
                && !directness.refused();
    }

    /** Writes as many whole blocks as can be; what then remains, all of it where directness is refused, is for the page cache. */
    private int writeDirectly(ByteBuffer bytes, long offset) {
        int end = bytes.limit();
        int begin = bytes.position();
        bytes.limit(begin + (end - begin) / DirectOption.BLOCK * DirectOption.BLOCK);
        try {
            FileChannel channel = direct();
            while (bytes.hasRemaining() && (bytes.position() - begin) % DirectOption.BLOCK == 0) {
                int unused = channel.write(bytes, offset + bytes.position() - begin);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // If the disk is full or ill, the page cache's way will say so.
            directness.refuse(e);
        } finally {
            bytes.limit(end);
        }
        return bytes.position() - begin;
    }

    private FileChannel cached() throws IOException {
        FileChannel channel = cached;
        if (channel == null) {
            channel = opening.open(Way.CACHED);
            cached = channel;
        }
        return channel;
    }

    private FileChannel direct() throws IOException {
        FileChannel channel = direct;
        if (channel == null) {
            channel = opening.open(Way.DIRECT);
            direct = channel;
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        try {
            if (direct != null) {
                direct.close();
            }
        } finally {
            if (cached != null) {
                cached.close();
            }
        }
    }
}

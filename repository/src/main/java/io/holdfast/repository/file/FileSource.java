package io.holdfast.repository.file;

import io.holdfast.repository.SealedSource;
import io.holdfast.repository.StorageFailures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A stream that is a file. */
final class FileSource implements SealedSource, AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final long size;

    private FileSource(Path file, FileChannel channel, long size) {
        this.file = file;
        this.channel = channel;
        this.size = size;
    }

    static FileSource open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        return new FileSource(file, channel, channel.size());
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        int all = 0;
        try {
            while (target.hasRemaining()) {
                int some = channel.read(target, position + all);
                if (some < 0) {
                    break;
                }
                all += some;
            }
            return all;
        } catch (IOException e) {
            throw StorageFailures.of("reading " + file, e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

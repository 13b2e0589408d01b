package io.holdfast.repository.kafka;

import io.holdfast.repository.StorageFailures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** A file without a name that records are appended to. */
final class SpoolFile implements RecordStore {
    private final Path folder;
    private final FileChannel channel;
    private long end;

    SpoolFile(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    @Override
    public long keep(byte[] bytes) {
        long start = end;
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        try {
            while (rest.hasRemaining()) {
                end += channel.write(rest, end);
            }
            return start;
        } catch (IOException e) {
            throw StorageFailures.of("spooling to " + folder, e);
        }
    }

    @Override
    public boolean holds(long where, byte[] value) {
        ByteBuffer there = ByteBuffer.allocate(value.length);
        return read(there, where) == value.length && Arrays.equals(there.array(), value);
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
            throw StorageFailures.of("reading the spool in " + folder, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw StorageFailures.of("closing the spool in " + folder, e);
        }
    }
}

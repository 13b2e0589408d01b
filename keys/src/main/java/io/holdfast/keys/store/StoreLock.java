package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a sealed store to one writer: a lock on a file beside it, which the system drops when the process ends. */
final class StoreLock implements AutoCloseable {
    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    static StoreLock take(Path store) {
        Path file = store.resolveSibling(store.getFileName() + ".lock");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new Permanent(
                        KeysFailure.STORE_IN_USE, "the sealed store " + store + " is open for writing elsewhere");
            }
            return new StoreLock(channel);
        } catch (IOException e) {
            throw new Permanent(KeysFailure.STORE_NOT_WRITTEN, "the sealed store's lock " + file + ": " + e, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new Permanent(KeysFailure.STORE_NOT_WRITTEN, "the sealed store's lock cannot be given back: " + e, e);
        }
    }
}

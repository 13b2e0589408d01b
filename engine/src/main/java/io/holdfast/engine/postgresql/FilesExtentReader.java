package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Reads straight from the data directory; its connection serves only to check the server. */
final class FilesExtentReader implements ExtentReader {
    private static final int PIECE = 256 * 1024;

    private final HeldServer server;
    private final DataDirectory directory;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE);

    FilesExtentReader(HeldServer server, DataDirectory directory) {
        this.server = server;
        this.directory = directory;
    }

    @Override
    public void check() {
        server.check();
        directory.check(server.connection(), server.backup().server());
    }

    @Override
    public ReadReport read(List<Extent> extents, ExtentSink sink) {
        for (int i = 0; i < extents.size(); i++) {
            read(i, extents.get(i), sink);
        }
        return ReadReport.NOTHING;
    }

    private void read(int number, Extent extent, ExtentSink sink) {
        try (FileChannel channel = FileChannel.open(directory.resolve(extent.path()), StandardOpenOption.READ)) {
            long read = 0;
            while (read < extent.length()) {
                buffer.clear().limit((int) Math.min(PIECE, extent.length() - read));
                int got = channel.read(buffer, extent.offset() + read);
                if (got < 0) {
                    sink.end(number, ExtentEnd.SHORT, read);
                    return;
                }
                sink.piece(number, extent.offset() + read, buffer.flip());
                read += got;
            }
            sink.end(number, ExtentEnd.COMPLETE, read);
        } catch (NoSuchFileException e) {
            sink.end(number, ExtentEnd.VANISHED, 0);
        } catch (AccessDeniedException e) {
            throw new Denied(
                    EngineFailure.READ_FAILED,
                    "This process may not read " + directory.resolve(extent.path()) + ".",
                    "Run it as the database's user or in its group, or read through the server: access: sql in the job, --access sql at the command line.",
                    e);
        } catch (IOException e) {
            throw new Transient(
                    EngineFailure.READ_FAILED,
                    "Cannot read " + directory.resolve(extent.path()) + " from byte " + extent.offset() + ": "
                            + e.getMessage() + ".",
                    e);
        }
    }

    @Override
    public void close() {
        server.connection().close();
    }
}

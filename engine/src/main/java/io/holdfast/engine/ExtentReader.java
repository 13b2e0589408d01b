package io.holdfast.engine;

import io.holdfast.protocol.plan.Extent;
import java.util.List;

/** Reads extents from a backup that is held open. For one thread at a time. */
public interface ExtentReader extends AutoCloseable {
    /**
     * Checks that the backup is still held and the server still the same; otherwise {@link EngineFailure#SERVER_CHANGED}
     * or {@link EngineFailure#BACKUP_ENDED}. Call it before and after each stripe.
     */
    void check();

    /**
     * Reads the extents in the order given, and checks the pages of relations on the way where the server has page
     * checksums. A file that vanished or shrank is no failure; a real read error is one.
     */
    ReadReport read(List<Extent> extents, ExtentSink sink);

    /** Ends the connection or closes the files; never throws. */
    @Override
    void close();
}

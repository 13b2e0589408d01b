package io.holdfast.engine;

import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.plan.Tablespace;
import io.holdfast.protocol.quantity.ByteCount;
import java.util.List;
import java.util.function.Consumer;

/**
 * A backup held open by one connection, which ends with it. The order of calls is start, list, stop, releaseLog, close;
 * closing earlier gives the backup up and leaves nothing behind on the server. For one thread at a time.
 */
public interface BackupSession extends AutoCloseable {
    /** What was read when the session was opened. */
    ServerFacts facts();

    /**
     * Reserves the log (so that no segment from here on is recycled) and starts the backup.
     *
     * @param label the backup's name in the server's own files
     */
    StartedBackup start(String label, Checkpoint checkpoint);

    /**
     * Hands every file and directory that belongs into the set to {@code sink}, one after the other and never all in
     * memory; a directory comes before what lies in it. Neither the log nor {@code global/pg_control} is among them:
     * see {@link #controlFile}.
     *
     * @param access over the connection, or by walking the data directory of the settings
     */
    void list(Access access, Consumer<ListedFile> sink);

    /**
     * How many bytes beyond its listed size are to be read of a file. One that replay does not put right, such as a file of
     * settings, may grow until it is its turn, and would be cut where it ended before.
     */
    ByteCount growth(ListedFile file);

    /** {@code global/pg_control}: to be read last, after {@link #stop}, in one piece. */
    ListedFile controlFile();

    /** The tablespaces outside the data directory. */
    List<Tablespace> tablespaces();

    /**
     * Ends the backup and waits until the last log segment it needs is complete (seconds, also on an idle server).
     * The log stays reserved until {@link #releaseLog}.
     */
    StoppedBackup stop();

    /** Lets the server recycle the log: call it once the log is safe elsewhere. */
    void releaseLog();

    /** Proves that the backup is still held: a lost connection is {@link EngineFailure#CONNECTION_LOST}. */
    void ping();

    /** Ends the connection, and with it whatever is not ended yet; never throws. */
    @Override
    void close();
}

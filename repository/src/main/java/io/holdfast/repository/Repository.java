package io.holdfast.repository;

import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import java.util.List;
import java.util.Optional;

/**
 * A place where sealed streams and small named objects of backup sets lie. Nothing in it is ever overwritten. What it gives back is
 * as it was stored or damaged: readers check it against receipts and signatures, it knows no keys.
 *
 * <p>All verbs may be used by several threads at once. They fail with {@link io.holdfast.protocol.failure.Transient} when the place
 * cannot be reached, {@link io.holdfast.protocol.failure.Denied} when it refuses us, {@link io.holdfast.protocol.failure.Permanent}
 * when it is full or not ours.
 */
public interface Repository extends AutoCloseable {
    /** What the configuration calls it. */
    RepositoryName name();

    /**
     * Begins to write a stream. A name that is there already is {@link io.holdfast.protocol.failure.Permanent}, here or at the commit.
     */
    SealedStreamWriter create(StreamName name);

    /**
     * Reads streams. The visitor gets each of {@code wanted} once, in any order, on up to as many threads at once as the repository
     * was opened with: as a source if it is there from the header to its last frame, else as missing. Returns after the last. What the
     * visitor throws ends the reading and is thrown.
     */
    void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor);

    /**
     * Reads back, cheaply and without reading the data, that streams are there: length, header, and that the last frame is the last.
     * Returns those that are not as their receipts say, and why; empty means all are.
     */
    List<AbsentStream> absent(SetId set, List<StreamRef> wanted);

    /** Groups streams so that each group, of about a gigabyte, is read efficiently by one {@link #fetch}. */
    List<List<StreamRef>> batches(List<StreamRef> streams);

    /**
     * Stores an object unless it is there. An equal one that is there already is success, a different one {@link
     * io.holdfast.protocol.failure.Permanent}. When it returns, the object is durable.
     *
     * @param content at most {@link ObjectName#LARGEST} bytes
     */
    void putObject(ObjectName name, byte[] content);

    /** Reads an object. */
    Optional<byte[]> getObject(ObjectName name);

    /** The names of all objects of a set, sorted; empty for a set that is not there. */
    List<ObjectName> listObjects(SetId set);

    /** All sets that have anything here, complete or not, sorted; for the rebuild of a catalog and for expiry. */
    List<SetId> sets();

    /** Removes a set with all its streams and objects; what is not there is no error, so a half-done removal is simply done again. */
    void dropSet(SetId set);

    /** Gives connections and files back; open writers are given up. */
    @Override
    void close();
}

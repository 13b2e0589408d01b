package io.holdfast.agent.preflight;

import io.holdfast.agent.RestorePlan;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a preflight asks of the repository. */
public interface SetAccess {
    /** The streams that the repository does not hold as their receipts say, and why; quick, without reading them. */
    List<AbsentStream> missing(RestorePlan plan, List<StreamRef> streams);

    /** What sealed streams will take on this host on their way to the target; empty when they need no place of their own. */
    Optional<Spool> spool(RestorePlan plan, List<StreamRef> streams);

    /** Where sealed streams lie on their way, and the most that they take. */
    record Spool(Path directory, ByteCount most) {}
}

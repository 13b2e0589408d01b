package io.holdfast.agent.plan;

import io.holdfast.agent.VerifiedSet;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.util.Optional;

/** Finds sets and verifies what describes them: signatures of body and key section, and each part of the index. */
public interface SetFinder {
    /**
     * The set, or the instance's latest.
     *
     * @throws io.holdfast.protocol.failure.Permanent when there is no such set
     * @throws io.holdfast.protocol.failure.Corrupt when what describes it was changed or damaged
     * @throws io.holdfast.protocol.failure.Denied when it is signed by a key that is not pinned
     */
    VerifiedSet find(InstanceName instance, Optional<SetId> set);
}

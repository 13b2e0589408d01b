package io.holdfast.agent.plan;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.VerifiedSet;
import io.holdfast.protocol.stripe.StreamRef;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Makes a plan of what is asked and what the set is; touches nothing. */
public final class Planning {
    private Planning() {}

    /**
     * The plan.
     *
     * @throws io.holdfast.protocol.failure.Permanent directory-unfit, tablespace-unmapped, tablespace-unfit
     */
    public static RestorePlan of(RestoreRequest request, VerifiedSet set) {
        Path directory =
                TargetPaths.absolute("the target directory", request.directory(), AgentFailure.DIRECTORY_UNFIT);
        List<StreamRef> streams = set.streams().stream()
                .sorted(Comparator.comparingLong(stream -> stream.stripe().number()))
                .toList();
        return new RestorePlan(
                set.body(),
                set.digest(),
                set.keys(),
                directory,
                new TablespaceMapping(set.body().tablespaces(), directory).resolve(request.tablespaces()),
                streams,
                set.repository(),
                request.onNotEmpty(),
                request.after());
    }
}

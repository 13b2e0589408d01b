package io.holdfast.agent.app;

import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.preflight.SetAccess;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Repository;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Answers a preflight's questions from a repository. */
record RepositoryAccess(Repository repository, RepositoryDoor door) implements SetAccess {
    @Override
    public List<AbsentStream> missing(RestorePlan plan, List<StreamRef> streams) {
        return repository.absent(plan.manifest().set(), streams);
    }

    @Override
    public Optional<Spool> spool(RestorePlan plan, List<StreamRef> streams) {
        return door.spool(plan.repository())
                .map(directory -> new Spool(directory, ByteCount.of(largestBatches(streams))));
    }

    /** Streams of one group wait to be read while the next is fetched. */
    private long largestBatches(List<StreamRef> streams) {
        return repository.batches(streams).stream()
                .map(batch -> batch.stream()
                        .mapToLong(stream -> stream.receipt().sealedBytes().number())
                        .sum())
                .sorted(Comparator.reverseOrder())
                .limit(2)
                .mapToLong(Long::longValue)
                .sum();
    }
}

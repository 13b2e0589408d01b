package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.restore.RestoreResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A restore: one order to its agent, which goes on by itself after a crash, so there is one attempt. */
final class RestoreCourse implements Course {
    private final Ending ending;
    private final LedgerRules rules;

    RestoreCourse(Ending ending, LedgerRules rules) {
        this.ending = ending;
        this.rules = rules;
    }

    @Override
    public void begin(Draft draft, Row.Job job) {
        JobRequest.Restore request = (JobRequest.Restore) job.request();
        draft.command(new Command.OrderRestore(new RestoreOrder(
                1,
                job.id(),
                request.instance(),
                job.attempt(),
                request.set(),
                request.agent(),
                request.directory(),
                Objects.requireNonNullElse(request.tablespaces(), Map.of()),
                Objects.requireNonNullElse(request.onNotEmpty(), OnNotEmpty.REFUSE),
                Objects.requireNonNullElse(request.after(), AfterRestore.LEAVE))));
    }

    @Override
    public void hear(Draft draft, Row.Job job, JobEvent event) {
        switch (event.what()) {
            case Happening.RestoreProgress progress -> {
                draft.put(job, draft.tally(job).told(progress.progress(), draft.now));
                Row.Job noted = job.noting(progress.step());
                if (job.state() == JobState.OPENING) {
                    draft.move(noted.in(JobState.RUNNING, draft.now), null);
                } else {
                    draft.put(RowKey.job(job.id()), noted);
                }
            }
            case Happening.Restored restored ->
                ending.complete(
                        draft,
                        job.about(restored.result().set(), restored.result().suite())
                                .noting(note(restored.result())));
            case Happening.RestoreFailed failed -> ending.failed(draft, job, failed.failure());
            default -> {}
        }
    }

    /** Where it is, and what was proven: an administrator must see a proof from a copy that was only left there. */
    private static String note(RestoreResult result) {
        List<String> parts = new ArrayList<>(List.of(result.directory()));
        if (result.recoveredTo() != null) {
            parts.add("recovered to timeline " + result.recoveredTo().number());
        }
        parts.addAll(result.checks());
        return String.join("; ", parts);
    }

    @Override
    public void tick(Draft draft, Row.Job job) {
        if (draft.now.isAfter(draft.tally(job).times().heard().plus(rules.restoreLease()))) {
            JobRequest.Restore request = (JobRequest.Restore) job.request();
            String words = "nothing was heard of agent " + request.agent() + " about restore " + job.id() + " for "
                    + rules.restoreLease().toMinutes() + " minutes";
            ending.failed(draft, job, new Transient(CoordinatorFailure.AGENT_SILENT, words).report());
        }
    }
}

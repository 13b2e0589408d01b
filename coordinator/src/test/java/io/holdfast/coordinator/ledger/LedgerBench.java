package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Drives a ledger by hand. */
final class LedgerBench {
    static final MemberId SESSION = MemberId.parse("session-1");
    static final MemberId WORKER = MemberId.parse("worker-1");

    final MemoryRows rows = new MemoryRows();
    final LedgerRules rules;
    final JobLedger ledger;
    final List<Command> commands = new ArrayList<>();
    Instant now = Samples.START;

    LedgerBench() {
        this(LedgerRules.STANDARD);
    }

    LedgerBench(LedgerRules rules) {
        this.rules = rules;
        this.ledger = new JobLedger(MemberId.parse("coordinator-1"), rules);
    }

    List<Command> apply(LedgerInput input) {
        Outcome outcome = ledger.apply(rows, input, now);
        rows.write(outcome);
        commands.addAll(outcome.commands());
        return outcome.commands();
    }

    List<Command> request(JobRequest request) {
        return apply(
                new LedgerInput.Requested(request, request instanceof JobRequest.Backup ? Samples.options() : null));
    }

    List<Command> happen(int job, long attempt, Happening what) {
        return happen(job, attempt, what, what instanceof Happening.StripeSealed ? WORKER : SESSION);
    }

    List<Command> happen(int job, long attempt, Happening what, MemberId member) {
        JobId id = Samples.job(job);
        return apply(new LedgerInput.Happened(
                JobEvent.of(id, job(job).request().instance(), new Attempt(attempt), member, now, what)));
    }

    List<Command> tick(int job, Duration later) {
        now = now.plus(later);
        return apply(new LedgerInput.Tick(Samples.job(job)));
    }

    Row.Job job(int number) {
        Row row = rows.find(RowKey.job(Samples.job(number)));
        if (row == null) {
            throw new AssertionError("no job " + number);
        }
        return (Row.Job) row;
    }

    JobState state(int number) {
        return job(number).state();
    }

    SessionOrder.OpenBackup open(int number) {
        return sessions(SessionOrder.OpenBackup.class).stream()
                .filter(order -> order.job().equals(Samples.job(number)))
                .toList()
                .getLast();
    }

    <T extends SessionOrder> List<T> sessions(Class<T> type) {
        return commands.stream()
                .filter(Command.OrderSession.class::isInstance)
                .map(command -> ((Command.OrderSession) command).order())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    static List<Long> stripes(List<Command> commands) {
        return commands.stream()
                .filter(Command.OrderStripe.class::isInstance)
                .map(command -> ((Command.OrderStripe) command).order())
                .map(StripeOrder::stripe)
                .map(stripe -> stripe.number())
                .toList();
    }

    List<JobStatus> statuses(int number) {
        return commands.stream()
                .filter(Command.Show.class::isInstance)
                .map(command -> ((Command.Show) command).status())
                .filter(status -> status.id().equals(Samples.job(number)))
                .toList();
    }

    <H extends Happening> List<H> said(int number, Class<H> type) {
        return commands.stream()
                .filter(Command.Say.class::isInstance)
                .map(command -> ((Command.Say) command).event())
                .filter(event -> event.job().equals(Samples.job(number)))
                .map(JobEvent::what)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}

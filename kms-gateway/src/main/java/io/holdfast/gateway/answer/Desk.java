package io.holdfast.gateway.answer;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.GatewayMetric;
import io.holdfast.gateway.admit.Admission;
import io.holdfast.gateway.admit.Caller;
import io.holdfast.gateway.admit.FailureLimit;
import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.keys.wire.FailureWords;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.runtime.metrics.Metrics;
import io.micrometer.core.instrument.Timer;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers calls: admits, reads, does, writes down, and only then lets the answer leave. */
public final class Desk {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);

    private static final String BEGUN = "begun";
    private static final String GRANTED = "granted";

    private final Calls calls;
    private final AuditLog audit;
    private final FailureLimit limit;
    private final Metrics metrics;
    private final InstantSource clock;

    /** Wires the stages of a call. */
    public Desk(Calls calls, AuditLog audit, FailureLimit limit, Metrics metrics, InstantSource clock) {
        this.calls = calls;
        this.audit = audit;
        this.limit = limit;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** The answer to a request of {@code body} to {@code path}; never throws. */
    public Answer answer(Caller caller, String path, byte[] body) {
        Timer.Sample sample = Timer.start(metrics.registry());
        Verb verb = Verb.ofPath(path).orElse(null);
        Progress progress = new Progress(caller, verb);
        Answer answer = done(progress, path, body);
        String outcome =
                progress.failure == null ? GRANTED : progress.failure.report().kind();
        sample.stop(metrics.timer(GatewayMetric.CALL, "verb", word(verb), "outcome", outcome));
        return answer;
    }

    /** What became of a call so far. */
    private static final class Progress {
        private final Caller caller;
        private final @Nullable Verb verb;
        private Subject subject = Subject.NONE;
        private @Nullable Failure failure;

        Progress(Caller caller, @Nullable Verb verb) {
            this.caller = caller;
            this.verb = verb;
        }
    }

    private Answer done(Progress progress, String path, byte[] body) {
        Answer answer = null;
        try {
            answer = attempt(progress, path, body);
        } catch (Failure e) {
            progress.failure = e;
        } catch (RuntimeException e) {
            LOG.error("a defect while answering {}", word(progress.verb), e);
            progress.failure =
                    new Permanent(GatewayFailure.DEFECT, "the gateway met a defect; its log has the details");
        }
        return writtenDown(progress, answer);
    }

    private Answer attempt(Progress progress, String path, byte[] body) {
        limit.require(progress.caller);
        if (progress.verb == null) {
            throw new Permanent(
                    GatewayFailure.UNKNOWN_CALL,
                    "there is no call " + path.substring(0, Math.min(80, path.length())) + " here");
        }
        Admission.require(progress.caller, progress.verb);
        Call call = calls.read(progress.caller, progress.verb, body);
        progress.subject = call.subject();
        if (progress.verb.changesEncryptors()) {
            // What cannot be written down is not begun: a change would stay, even if its answer could not leave.
            audit.append(entry(progress, BEGUN));
        }
        return call.work().answer();
    }

    /** Fails closed: what could not be written down does not leave. */
    private Answer writtenDown(Progress progress, @Nullable Answer answer) {
        Failure failure = progress.failure;
        if (failure != null) {
            told(progress, failure);
        }
        try {
            Failure told = progress.failure;
            audit.append(entry(progress, told == null ? GRANTED : told.report().kind()));
        } catch (Failure e) {
            if (answer != null) {
                answer.wipe();
            }
            progress.failure = e;
            return failed(e);
        }
        return failure == null && answer != null ? answer : failed(failure == null ? defect() : failure);
    }

    private void told(Progress progress, Failure failure) {
        if (!(failure instanceof Transient)) {
            limit.failed(progress.caller);
        }
        LOG.info(
                "{} for {}: {} ({})",
                word(progress.verb),
                progress.caller.label(),
                failure.what(),
                failure.code().code());
    }

    private AuditEntry entry(Progress progress, String outcome) {
        Subject subject = progress.subject;
        Failure failure = progress.failure;
        return new AuditEntry(
                clock.instant().toString(),
                progress.caller.label(),
                progress.caller.serial(),
                word(progress.verb),
                subject.context() == null ? null : subject.context().set().text(),
                subject.context() == null ? null : subject.context().instance().text(),
                subject.context() == null ? null : subject.context().fleet().text(),
                subject.job() == null ? null : subject.job().text(),
                subject.digest(),
                subject.encryptors(),
                outcome,
                failure == null ? null : failure.code().code());
    }

    private static Answer failed(Failure failure) {
        return Answer.json(FailureWords.status(failure), KeysJson.write(failure.report()));
    }

    private static Permanent defect() {
        return new Permanent(GatewayFailure.DEFECT, "the gateway has no answer");
    }

    private static String word(@Nullable Verb verb) {
        return verb == null ? "unknown" : verb.name().toLowerCase(Locale.ROOT);
    }
}

package io.holdfast.coordinator.accept;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.JobRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What becomes of a record in the topic of jobs: it is let in, or it is answered. Whatever the record is, there is an answer. */
public final class Intake {
    /** The id under which a record is answered that has none that can be read, neither as its key nor in it. */
    public static final JobId NO_ID = JobId.parse("0".repeat(26));

    private final RequestCheck check;
    private final MemberId self;

    /** An intake that speaks as {@code self}. */
    public Intake(RequestCheck check, MemberId self) {
        this.check = check;
        this.self = self;
    }

    /** What became of a record. */
    public sealed interface Answer {
        /** It goes to the ledger; the caller remembers the digest under the job's id. */
        record LetIn(JobRequest request, @Nullable BackupOptions options, Bytes digest) implements Answer {}

        /** It is answered with an event and goes no further. */
        record Answered(JobEvent event) implements Answer {}
    }

    /**
     * Judges a record.
     *
     * @param key the record's key, or null
     * @param value the record's value, or null
     * @param known the digest under which an id was let in before, or null
     */
    public Answer judge(
            byte @Nullable [] key, byte @Nullable [] value, Function<JobId, @Nullable Bytes> known, Instant now) {
        JobRequest request;
        try {
            request = Codecs.JOB_REQUEST.read(value);
        } catch (Failure e) {
            Permanent unreadable = new Permanent(CoordinatorFailure.REQUEST_UNREADABLE, e.what(), e);
            return answered(idOf(key), null, new Happening.Rejected(unreadable.report()), now);
        }
        try {
            matches(key, request);
            BackupOptions options = check.check(request);
            Bytes digest = digest(request);
            Bytes before = known.apply(request.id());
            if (before == null) {
                return new Answer.LetIn(request, options, digest);
            }
            if (before.equals(digest)) {
                return answered(request.id(), request.instance(), new Happening.Repeated(), now);
            }
            throw CoordinatorFailure.idUsedAgain(request.id());
        } catch (Permanent e) {
            return answered(request.id(), request.instance(), new Happening.Rejected(e.report()), now);
        }
    }

    private static void matches(byte @Nullable [] key, JobRequest request) {
        String text = key == null ? null : new String(key, StandardCharsets.UTF_8);
        if (!request.id().text().equals(text)) {
            throw new Permanent(
                    CoordinatorFailure.KEY_IS_NOT_THE_ID,
                    "the job's id is " + request.id() + ", but the record's key is "
                            + (text == null ? "missing" : "\"" + shown(text) + "\""));
        }
    }

    private static String shown(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    private static JobId idOf(byte @Nullable [] key) {
        try {
            return key == null ? NO_ID : JobId.parse(new String(key, StandardCharsets.UTF_8));
        } catch (Permanent e) {
            return NO_ID;
        }
    }

    private Answer answered(JobId id, @Nullable InstanceName instance, Happening what, Instant now) {
        return new Answer.Answered(new JobEvent(1, id, instance, Attempt.FIRST, self, now, what));
    }

    private static Bytes digest(JobRequest request) {
        try {
            return Bytes.of(MessageDigest.getInstance("SHA-256").digest(Codecs.JOB_REQUEST.bytes(request)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}

package io.holdfast.gateway.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.admit.Caller;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.keys.seal.ReplyKey;
import io.holdfast.keys.wire.Answers;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.keys.wire.Requests;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Function;

/** What each verb means: reads the request, says what it is about, and does it. */
public final class Calls {
    /** So many lines of the audit log are shown. */
    private static final int AUDIT_LINES = 100;

    private static final KeyWrap REPLIES = new KeyWrap(new SecureRandom());

    private final KeyRing keys;
    private final AuditLog audit;
    private final Administration administration;

    /** Over these keys and who administers them. */
    public Calls(KeyRing keys, AuditLog audit, Administration administration) {
        this.keys = keys;
        this.audit = audit;
        this.administration = administration;
    }

    Call read(Caller caller, Verb verb, byte[] body) {
        return switch (verb) {
            case MAKE -> make(read(body, Requests.Make.class));
            case UNWRAP_FOR_JOB -> unwrapForJob(read(body, Requests.UnwrapForJob.class));
            case UNWRAP -> unwrap(read(body, Requests.Unwrap.class));
            case PROVE -> prove(read(body, Requests.Prove.class));
            case LEND -> lend(read(body, Requests.Lend.class));
            case REWRAP -> rewrap(read(body, Requests.Rewrap.class));
            case END_JOB -> endJob(read(body, Requests.EndJob.class));
            case SIGN -> sign(read(body, Requests.Sign.class));
            case PUBLIC_KEYS -> new Call(Subject.NONE, () -> ok(new Answers.PublicKeys(keys.publicKeys())));
            case ENCRYPTORS -> new Call(Subject.NONE, () -> ok(administration.list()));
            case DISABLE_ENCRYPTOR -> changing(body, encryptor -> administration.disable(encryptor, caller.label()));
            case ENABLE_ENCRYPTOR -> changing(body, administration::enable);
            case ROTATE_ENCRYPTOR -> changing(body, administration::rotate);
            case AUDIT -> new Call(Subject.NONE, () -> ok(new Answers.Audit(audit.last(AUDIT_LINES))));
        };
    }

    private Call make(Requests.Make request) {
        Subject subject = Subject.of(request.context(), request.encryptors());
        return new Call(subject, () -> ok(keys.make(request.context(), request.encryptors())));
    }

    private Call unwrapForJob(Requests.UnwrapForJob request) {
        Subject subject = Subject.ofWrapped(request.context(), List.of(request.jobWrapped()), null);
        return new Call(
                subject, () -> sealed(keys.unwrapForJob(request.context(), request.jobWrapped()), request.replyKey()));
    }

    private Call unwrap(Requests.Unwrap request) {
        Subject subject = Subject.ofWrapped(request.context(), request.wrapped(), null);
        return new Call(
                subject,
                () -> sealed(
                        keys.unwrap(request.context(), request.wrapped(), request.commitment()), request.replyKey()));
    }

    private Call prove(Requests.Prove request) {
        Subject subject = Subject.ofWrapped(request.context(), request.wrapped(), null);
        return new Call(
                subject,
                () -> ok(Answers.Proofs.of(keys.prove(request.context(), request.wrapped(), request.commitment()))));
    }

    private Call lend(Requests.Lend request) {
        Subject subject = Subject.ofWrapped(request.context(), request.wrapped(), request.job());
        return new Call(
                subject,
                () -> ok(keys.lend(request.context(), request.wrapped(), request.commitment(), request.job())));
    }

    private Call rewrap(Requests.Rewrap request) {
        Subject subject = Subject.of(request.context(), request.encryptors());
        return new Call(
                subject,
                () -> ok(new Answers.Rewrapped(keys.rewrap(
                        request.context(), request.wrapped(), request.commitment(), request.encryptors()))));
    }

    private Call endJob(Requests.EndJob request) {
        return new Call(Subject.of(request.job()), () -> {
            keys.endJob(request.job());
            return ok(new Answers.Done(true));
        });
    }

    private Call sign(Requests.Sign request) {
        return new Call(Subject.ofDigest(request.digest().text()), () -> ok(keys.signDigest(request.digest())));
    }

    private static Call changing(byte[] body, Function<EncryptorName, Answers.EncryptorState> change) {
        EncryptorName encryptor = read(body, Requests.OfEncryptor.class).encryptor();
        return new Call(Subject.of(encryptor), () -> ok(change.apply(encryptor)));
    }

    private static Answer ok(Object answer) {
        return Answer.json(200, KeysJson.write(answer));
    }

    private static Answer sealed(SecretBytes dataKey, Bytes replyKey) {
        try (dataKey) {
            return Answer.sealed(ReplyKey.seal(replyKey, dataKey, REPLIES));
        }
    }

    /** The request; the failure's words come from the types, and never quote the body. */
    private static <T> T read(byte[] body, Class<T> type) {
        try {
            T request = KeysJson.mapper().readValue(body, type);
            if (request == null) {
                throw notUnderstood(type, "it is null");
            }
            return request;
        } catch (JsonMappingException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw notUnderstood(type, e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            throw notUnderstood(type, "it is not JSON");
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    private static Permanent notUnderstood(Class<?> type, String why) {
        return new Permanent(
                GatewayFailure.REQUEST_NOT_UNDERSTOOD,
                "the request is no " + type.getSimpleName() + ": "
                        + why.lines().findFirst().orElse("unknown reason"));
    }
}

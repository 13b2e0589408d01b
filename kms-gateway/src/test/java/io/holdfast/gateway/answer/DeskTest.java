package io.holdfast.gateway.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.admit.Caller;
import io.holdfast.gateway.admit.FailureLimit;
import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.keys.memory.MemoryRecords;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.ring.Switches;
import io.holdfast.keys.seal.ReplyKey;
import io.holdfast.keys.store.StoreSwitches;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.keys.wire.Requests;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.tls.Role;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeskTest {
    private static final EncryptorName MAIN = new EncryptorName("main");
    private static final SetContext CONTEXT = new SetContext(
            new FleetId("fleet-0001"), new InstanceName("pg-main"), new SetId("01K00000000000000000000001-1"));

    private final List<AuditEntry> written = new ArrayList<>();
    private boolean diskFull;
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final InstantSource clock = () -> now;
    private final MemoryRecords records = new MemoryRecords();
    private final Switches switches = new StoreSwitches(records, clock);
    private final KeyRing keys = MemoryDataKeys.over(records, clock, MAIN);
    private final AuditLog audit = new AuditLog() {
        @Override
        public void append(AuditEntry entry) {
            if (diskFull) {
                throw new Transient(GatewayFailure.AUDIT_NOT_WRITTEN, "no space left");
            }
            written.add(entry);
        }

        @Override
        public List<String> last(int most) {
            return List.of();
        }
    };
    private final Desk desk = new Desk(
            new Calls(keys, audit, new Administration(keys, switches)),
            audit,
            new FailureLimit(clock),
            Metrics.of("gateway"),
            clock);

    private static Caller caller(Role role) {
        return new Caller(Optional.of(role), "x1", "1f");
    }

    private Answer ask(Caller caller, Verb verb, Object request) {
        return desk.answer(caller, verb.path(), KeysJson.write(request));
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void aDataKeyDoesNotLeaveWhenTheCallCannotBeWrittenDown() {
        NewDataKey made = keys.make(CONTEXT, List.of(MAIN));
        ReplyKey reply = ReplyKey.make();
        Requests.Unwrap request = new Requests.Unwrap(CONTEXT, made.wrapped(), made.commitment(), reply.publicKey());
        try (SecretBytes opened =
                reply.open(ask(caller(Role.AGENT), Verb.UNWRAP, request).body()).orElseThrow()) {
            assertThat(opened.length()).isEqualTo(32);
        }
        diskFull = true;

        Answer answer = ask(caller(Role.AGENT), Verb.UNWRAP, request);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(text(answer)).contains("gateway.audit-not-written", "no space left");
    }

    @Test
    void aCallIsWrittenDownWithWhatItWasAbout() {
        ask(caller(Role.COORDINATOR), Verb.MAKE, new Requests.Make(CONTEXT, List.of(MAIN)));
        ask(new Caller(Optional.empty(), "evil\nname", "2f"), Verb.MAKE, new Requests.Make(CONTEXT, List.of(MAIN)));

        assertThat(written).hasSize(2);
        assertThat(written.getFirst())
                .isEqualTo(new AuditEntry(
                        "2026-11-30T12:00:00Z",
                        "coordinator/x1",
                        "1f",
                        "make",
                        CONTEXT.set().text(),
                        "pg-main",
                        "fleet-0001",
                        null,
                        null,
                        List.of(MAIN),
                        "granted",
                        null));
        assertThat(written.getLast().caller()).isEqualTo("unknown/evil?name");
        assertThat(written.getLast().code()).isEqualTo("gateway.role-unknown");
    }

    @Test
    void whoFailsTooOftenIsRefusedForAMinute() {
        Requests.EndJob request = new Requests.EndJob(CONTEXT.set().job());
        for (int i = 0; i < FailureLimit.MOST; i++) {
            assertThat(ask(caller(Role.WORKER), Verb.END_JOB, request).status()).isEqualTo(403);
        }

        assertThat(text(ask(caller(Role.WORKER), Verb.END_JOB, request))).contains("gateway.too-many-failures");
        assertThat(ask(caller(Role.COORDINATOR), Verb.END_JOB, request).status())
                .isEqualTo(200);
        now = now.plus(Duration.ofSeconds(61));
        assertThat(ask(caller(Role.WORKER), Verb.END_JOB, request).status()).isEqualTo(403);
    }

    @Test
    void aChangeOfAnEncryptorThatCannotBeWrittenDownIsNotBegun() {
        Requests.OfEncryptor request = new Requests.OfEncryptor(MAIN);
        diskFull = true;

        assertThat(ask(caller(Role.KEY_ADMIN), Verb.DISABLE_ENCRYPTOR, request).status())
                .isEqualTo(503);
        assertThat(switches.disabled(MAIN)).isEmpty();
        diskFull = false;
        assertThat(ask(caller(Role.OPERATOR), Verb.DISABLE_ENCRYPTOR, request).status())
                .isEqualTo(403);
        assertThat(switches.disabled(MAIN)).isEmpty();
        assertThat(ask(caller(Role.KEY_ADMIN), Verb.DISABLE_ENCRYPTOR, request).status())
                .isEqualTo(200);

        assertThat(switches.disabled(MAIN)).contains(new Switches.Disabled(now, "key-admin/x1"));
        assertThat(written)
                .extracting(entry -> entry.verb() + " " + entry.encryptors() + " " + entry.outcome())
                .containsExactly(
                        "disable_encryptor null denied",
                        "disable_encryptor [main] begun",
                        "disable_encryptor [main] granted");
    }

    @Test
    void aMalformedWordIsRefusedWithItsRule() {
        Answer answer = desk.answer(
                caller(Role.COORDINATOR), Verb.END_JOB.path(), "{\"job\":\"nope\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(text(answer)).contains("a job id is a ULID");
    }

    @Test
    void aRequestWithAHoleIsNotUnderstood() {
        for (String body : List.of(
                "{\"job\":null}",
                "{}",
                "null",
                "[]",
                "{\"job\":7}",
                "{\"job\":{}}",
                "",
                "{\"job\":\"x\",\"job\":\"y\"}")) {
            Answer answer =
                    desk.answer(caller(Role.COORDINATOR), Verb.END_JOB.path(), body.getBytes(StandardCharsets.UTF_8));
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(text(answer)).as(body).doesNotContain("gateway.defect");
        }
        String wrapped = "{\"context\":{\"fleet\":\"fleet-0001\",\"instance\":\"pg\",\"set\":\"" + CONTEXT.set()
                + "\"},\"wrapped\":[null],\"commitment\":\"00\",\"replyKey\":\"00\"}";
        assertThat(text(desk.answer(caller(Role.AGENT), Verb.UNWRAP.path(), wrapped.getBytes(StandardCharsets.UTF_8))))
                .contains("gateway.request-not-understood");
    }

    @Test
    void aRequestThatNamesVeryManyIsWrittenDownInABoundedLine() {
        List<EncryptorName> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(new EncryptorName("e" + i));
        }

        assertThat(ask(caller(Role.COORDINATOR), Verb.MAKE, new Requests.Make(CONTEXT, many))
                        .status())
                .isEqualTo(400);
        assertThat(written.getLast().encryptors()).hasSize(16);
    }
}

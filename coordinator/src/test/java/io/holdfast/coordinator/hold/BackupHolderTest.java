package io.holdfast.coordinator.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.Reports;
import io.holdfast.coordinator.Standing;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.coordinator.plan.StripeLimits;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.PasswordSource;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BackupHolderTest {
    static final InstanceSettings INSTANCE = new InstanceSettings(
            Samples.instance(1),
            "127.0.0.1",
            5432,
            "postgres",
            "holdfast",
            PasswordSource.NONE,
            new ConnectionEncryption(ConnectionEncryption.Mode.DISABLE, Optional.empty()),
            Access.SQL,
            Optional.empty());

    private final SessionOrder.OpenBackup order = new SessionOrder.OpenBackup(
            1,
            Samples.job(1),
            Samples.instance(1),
            Attempt.FIRST,
            SetId.of(Samples.job(1), Attempt.FIRST),
            Samples.options());
    private final FakeEngine engine = new FakeEngine();
    private final KeyRing keys = MemoryDataKeys.of(InstantSource.system(), EncryptorName.parse("store"));
    private final List<Happening> said = new CopyOnWriteArrayList<>();
    private final TestHold hold = new TestHold();
    private volatile Standing standing = Standing.OPENING;
    private volatile @Nullable Failure unsafe;
    private final BackupHolder holder = new BackupHolder(
            new BackupHolder.Ports(engine, keys, new Recorder(), (job, attempt) -> standing, this::audit),
            Samples.FLEET,
            Map.of(Samples.instance(1), INSTANCE),
            new HoldSettings(
                    new StripeLimits(ByteCount.of(2 << 20), 100),
                    Duration.ofMillis(5),
                    Duration.ofMillis(20),
                    Duration.ofMillis(100)));

    private static final class TestHold implements Hold {
        volatile boolean ended;
        volatile boolean lost;

        @Override
        public boolean ended() {
            return ended || lost;
        }

        @Override
        public boolean lost() {
            return lost;
        }
    }

    private final class Recorder implements Reports {
        @Override
        public void send(SessionOrder about, Happening what) {
            said.add(what);
        }

        @Override
        public void post(SessionOrder about, Happening what) {
            said.add(what);
        }

        @Override
        public void flush() {}
    }

    private void audit() {
        Failure found = unsafe;
        if (found != null) {
            throw found;
        }
    }

    private CompletableFuture<Boolean> begin() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                holder.hold(order, hold);
                return true;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private <H extends Happening> List<H> said(Class<H> type) {
        return said.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private String failureCode() {
        await().until(() -> !said(Happening.SessionFailed.class).isEmpty());
        return said(Happening.SessionFailed.class).getFirst().failure().code();
    }

    @Test
    void aBackupIsOpenedPlannedHeldClosedAndReleased() {
        CompletableFuture<Boolean> held = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        assertThat(holder.held()).isEqualTo(1);
        assertThat(said.getFirst()).isInstanceOf(Happening.Opened.class);
        assertThat(said(Happening.StripePlanned.class)).hasSize(3);
        StripeOrder.Seal first = (StripeOrder.Seal)
                said(Happening.StripePlanned.class).getFirst().order();
        assertThat(first.extents())
                .startsWith(new Extent("base/0", 0, (1 << 20) + 7), new Extent("base/1", 0, 1 << 20));
        standing = Standing.RUNNING;
        await().until(() -> engine.calls.contains("ping"));
        standing = Standing.CLOSING;
        await().until(() -> said(Happening.Planned.class).size() == 2);
        assertThat(said(Happening.Closed.class)).hasSize(1);
        StripeOrder.Seal control =
                (StripeOrder.Seal) said(Happening.StripePlanned.class).get(3).order();
        assertThat(control.phase()).isEqualTo(Phase.CLOSE);
        assertThat(control.inline()).hasSize(1);
        assertThat(control.extents()).containsExactly(new Extent("global/pg_control", 0, 8192));
        assertThat(said(Happening.Planned.class).getLast().totals().stripes())
                .isEqualTo(said(Happening.StripePlanned.class).size());
        standing = Standing.SEALED;
        held.join();
        assertThat(engine.calls).containsSubsequence("start", "stop", "release", "close");
        assertThat(holder.held()).isZero();
    }

    @Test
    void theOrdersOfAStripeCarryAKeyThatOpensWhileTheJobRuns() {
        CompletableFuture<Boolean> held = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        StripeOrder.Seal first = (StripeOrder.Seal)
                said(Happening.StripePlanned.class).getFirst().order();
        assertThat(first.jobKey()).isNotNull();
        keys.unwrapForJob(first.context(), Objects.requireNonNull(first.jobKey()))
                .close();
        standing = Standing.ENDED;
        held.join();
        assertThatThrownBy(() -> keys.unwrapForJob(first.context(), Objects.requireNonNull(first.jobKey())))
                .isInstanceOf(Denied.class);
    }

    @Test
    void anOrderWhoseBackupSomebodyHeldIsReportedAsLost() {
        standing = Standing.RUNNING;
        assertThat(begin().join()).isTrue();
        assertThat(failureCode()).isEqualTo(CoordinatorFailure.SESSION_LOST.code());
        assertThat(engine.calls).isEmpty();
    }

    /** Brokers forget who has an order when their leader changes; the one who has the backup goes on without it. */
    @Test
    void aBackupThatSomebodyElseHoldsIsWatchedAndReportedOnceItIsNotHeld() {
        for (Standing before : List.of(Standing.OPENING, Standing.RUNNING)) {
            said.clear();
            standing = before;
            engine.elsewhere = true;
            CompletableFuture<Boolean> watching = begin();
            await().during(Duration.ofMillis(200)).until(() -> said.isEmpty() && !watching.isDone());
            engine.elsewhere = false;
            assertThat(watching.join()).isTrue();
            assertThat(failureCode()).isEqualTo(CoordinatorFailure.SESSION_LOST.code());
        }
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void aBackupThatSomebodyElseHoldsUntilItIsSealedNeedsNoWord() {
        standing = Standing.RUNNING;
        engine.elsewhere = true;
        CompletableFuture<Boolean> watching = begin();
        standing = Standing.SEALED;
        assertThat(watching.join()).isTrue();
        assertThat(said).isEmpty();
    }

    @Test
    void aDatabaseThatCannotBeAskedHoldsNoBackup() {
        standing = Standing.RUNNING;
        engine.unreachable = true;
        assertThat(begin().join()).isTrue();
        assertThat(failureCode()).isEqualTo(CoordinatorFailure.SESSION_LOST.code());
    }

    /** Its process ends while the server is still at its checkpoint: the order must come to somebody else. */
    @Test
    void anOrderWhoseBackupIsStillBeingOpenedIsGivenBackWhenTheProcessEnds() {
        engine.slowness = Duration.ofSeconds(8);
        CompletableFuture<Boolean> held = begin();
        await().until(() -> engine.calls.contains("start"));
        hold.ended = true;
        assertThatThrownBy(held::join).hasCauseInstanceOf(Transient.class);
        assertThat(said(Happening.SessionFailed.class)).isEmpty();
    }

    @Test
    void aDatabaseThatTakesMoreStripesThanAManifestCanNameIsRefusedWhileItIsPlanned() {
        engine.files = 2 * BackupCourse.MOST_STRIPES + 10;
        assertThat(begin().join()).isTrue();
        assertThat(failureCode()).isEqualTo(CoordinatorFailure.TOO_MANY_STRIPES.code());
        assertThat(said(Happening.Planned.class)).isEmpty();
        assertThat(engine.open.get()).isZero();
    }

    /** K1, K6: settings are looked at before every backup, not only when a process starts. */
    @Test
    void topicsThatWouldLoseRecordsAreFoundBeforeTheDatabaseIsAsked() {
        unsafe = new Permanent(EngineFailure.CONNECTION_LOST, "topic x min.insync.replicas=1");
        assertThat(begin().join()).isTrue();
        await().until(() -> !said(Happening.SessionFailed.class).isEmpty());
        assertThat(said(Happening.SessionFailed.class).getFirst().failure().message())
                .contains("min.insync.replicas");
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void anOrderThatNobodyNeedsIsDropped() {
        for (Standing over : List.of(Standing.SEALED, Standing.SUPERSEDED, Standing.ENDED)) {
            standing = over;
            assertThat(begin().join()).isTrue();
        }
        assertThat(said).isEmpty();
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void anOrderOfWhichNothingIsKnownIsGivenBack() {
        standing = Standing.UNKNOWN;
        assertThatThrownBy(() -> begin().join()).hasCauseInstanceOf(Transient.class);
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void aConnectionThatIsCutEndsTheSessionAndSaysSo() {
        engine.cut = true;
        assertThat(begin().join()).isTrue();
        assertThat(failureCode()).isEqualTo(EngineFailure.CONNECTION_LOST.code());
        assertThat(engine.open.get()).isZero();
    }

    @Test
    void aLogThatIsNotReleasedDoesNotFailASealedBackup() {
        engine.holdsLog = true;
        CompletableFuture<Boolean> held = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        standing = Standing.SEALED;
        assertThat(held.join()).isTrue();
        assertThat(said(Happening.SessionFailed.class)).isEmpty();
        assertThat(engine.open.get()).isZero();
    }

    /** C3: a database is not read for hours for a key that cannot be had. */
    @Test
    void anEncryptorThatDoesNotOpenIsFoundBeforeTheDatabaseIsRead() {
        EncryptorProof refused = new EncryptorProof(
                EncryptorName.parse("store"), EncryptorProof.How.OPENED, Optional.of(Samples.failure("denied")));
        DataKeys unproven = (DataKeys) Proxy.newProxyInstance(
                DataKeys.class.getClassLoader(),
                new Class<?>[] {DataKeys.class},
                (proxy, method, arguments) ->
                        method.getName().equals("prove") ? List.of(refused) : method.invoke(keys, arguments));
        BackupHolder.Ports ports =
                new BackupHolder.Ports(engine, unproven, new Recorder(), (job, attempt) -> standing, () -> {});
        HoldSettings settings = HoldSettings.of(StripeLimits.STANDARD);
        BackupHolder shut = new BackupHolder(ports, Samples.FLEET, Map.of(Samples.instance(1), INSTANCE), settings);
        assertThatCode(() -> shut.hold(order, hold)).doesNotThrowAnyException();
        assertThat(failureCode()).isEqualTo(CoordinatorFailure.ENCRYPTOR_UNPROVEN.code());
        assertThat(engine.calls).doesNotContain("start");
        assertThat(said(Happening.Opened.class)).isEmpty();
    }

    @Test
    void aServerThatRefusesIsReportedInItsOwnWords() {
        engine.refusal = new Denied(EngineFailure.CONNECTION_LOST, "no");
        assertThat(begin().join()).isTrue();
        assertThat(said(Happening.SessionFailed.class).getFirst().failure().kind())
                .isEqualTo("denied");
    }

    @Test
    void aProcessThatEndsSaysThatItsSessionIsLost() {
        CompletableFuture<Boolean> held = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        hold.ended = true;
        held.join();
        assertThat(failureCode()).isEqualTo(CoordinatorFailure.SESSION_LOST.code());
        assertThat(engine.open.get()).isZero();
    }

    @Test
    void aBackupStaysOpenWhenTheClaimOnItsOrderIsLostAndIsTakenUpAgain() {
        CompletableFuture<Boolean> first = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        standing = Standing.RUNNING;
        hold.lost = true;
        first.join();
        assertThat(engine.open.get()).isEqualTo(1);
        hold.lost = false;
        CompletableFuture<Boolean> second = begin();
        standing = Standing.CLOSING;
        await().until(() -> said(Happening.Planned.class).size() == 2);
        assertThat(second).isNotDone();
        standing = Standing.SEALED;
        second.join();
        assertThat(said(Happening.SessionFailed.class)).isEmpty();
        assertThat(engine.calls).containsSubsequence("start", "stop", "release", "close");
        assertThat(engine.calls.stream().filter("start"::equals)).hasSize(1);
    }

    @Test
    void aBackupWhoseClaimIsLostIsClosedWhenAnotherAttemptHasBegun() {
        CompletableFuture<Boolean> held = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        hold.lost = true;
        held.join();
        standing = Standing.SUPERSEDED;
        await().until(() -> engine.open.get() == 0);
        assertThat(said(Happening.SessionFailed.class)).isEmpty();
    }

    @Test
    void aHolderThatIsClosedGivesUpWhatItStillHolds() {
        CompletableFuture<Boolean> held = begin();
        await().until(() -> said(Happening.Planned.class).size() == 1);
        hold.lost = true;
        held.join();
        holder.close();
        assertThat(failureCode()).isEqualTo(CoordinatorFailure.SESSION_LOST.code());
        assertThat(engine.open.get()).isZero();
    }
}

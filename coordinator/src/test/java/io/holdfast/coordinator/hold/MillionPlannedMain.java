package io.holdfast.coordinator.hold;

import io.holdfast.coordinator.Reports;
import io.holdfast.coordinator.Standing;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.coordinator.plan.StripeLimits;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** A process of its own that opens a backup of so many small files, writes every order as a record, and says how many there were. */
final class MillionPlannedMain {
    private static volatile Standing standing = Standing.OPENING;

    private MillionPlannedMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        FakeEngine engine = new FakeEngine();
        engine.files = Integer.parseInt(arguments[0]) - 1;
        engine.fileSize = 100;
        SessionOrder.OpenBackup order = new SessionOrder.OpenBackup(
                1,
                Samples.job(1),
                Samples.instance(1),
                Attempt.FIRST,
                SetId.of(Samples.job(1), Attempt.FIRST),
                Samples.options());
        BackupHolder.Ports ports = new BackupHolder.Ports(
                engine,
                MemoryDataKeys.of(InstantSource.system(), EncryptorName.parse("store")),
                new Written(),
                (job, attempt) -> standing,
                () -> {});
        HoldSettings settings = new HoldSettings(
                StripeLimits.STANDARD, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(100));
        try (BackupHolder holder = new BackupHolder(
                ports, Samples.FLEET, Map.of(Samples.instance(1), BackupHolderTest.INSTANCE), settings)) {
            holder.hold(order, new Hold() {
                @Override
                public boolean ended() {
                    return false;
                }

                @Override
                public boolean lost() {
                    return false;
                }
            });
        }
    }

    /** Makes the record of each report, as Kafka would be given it, and keeps none. */
    private static final class Written implements Reports {
        @Override
        public void send(SessionOrder about, Happening what) {
            post(about, what);
            if (what instanceof Happening.SessionFailed failed) {
                throw new IllegalStateException(failed.failure().message());
            }
            if (what instanceof Happening.Planned planned) {
                PlanTotals totals = planned.totals();
                System.out.println("planned " + totals.files() + " files in " + totals.stripes() + " stripes");
                standing = Standing.ENDED;
            }
        }

        @Override
        public void post(SessionOrder about, Happening what) {
            byte[] record = Codecs.JOB_EVENT.bytes(JobEvent.of(
                    about.job(), about.instance(), about.attempt(), MemberId.parse("me"), Samples.START, what));
            if (record.length > 900 * 1024) {
                throw new IllegalStateException(record.length + " bytes");
            }
        }

        @Override
        public void flush() {}
    }
}

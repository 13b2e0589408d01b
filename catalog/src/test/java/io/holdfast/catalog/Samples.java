package io.holdfast.catalog;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.protocol.stripe.StreamRef;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sets, keys and streams for tests. */
final class Samples {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    static final EncryptorName STORE = EncryptorName.parse("store");
    static final InstanceName SHOP = InstanceName.parse("shop");

    final DataKeys keys = MemoryDataKeys.of(InstantSource.fixed(NOON), STORE);
    final PinnedKeys pinned = new PinnedKeys(keys.publicKeys());

    static SetId set(int number) {
        return SetId.parse("01JDXZ00000000000000%06d-1".formatted(number));
    }

    static SetContext context(int number) {
        return new SetContext(FleetId.parse("fleet-0001"), SHOP, set(number));
    }

    NewDataKey key(int number) {
        return keys.make(context(number), List.of(STORE));
    }

    static ManifestBody body(int number, @Nullable Bytes commitment, List<IndexPart> index) {
        return body(context(number), number, commitment, index);
    }

    static ManifestBody body(SetContext set, int number, @Nullable Bytes commitment, List<IndexPart> index) {
        return new ManifestBody(
                1,
                set.fleet(),
                set.instance(),
                set.set(),
                "full",
                "postgresql",
                new ServerFacts(
                        "7412345678901234567",
                        new Timeline(1),
                        180_006,
                        true,
                        8192,
                        ByteCount.of(16 << 20),
                        NOON,
                        null),
                new Lsn(0x2000028L),
                new Lsn(0x3000100L),
                NOON.plusSeconds(number),
                NOON.plusSeconds(number + 60),
                new WalRange(
                        new Timeline(1),
                        new Lsn(0x2000028L),
                        new Lsn(0x3000100L),
                        "000000010000000000000002",
                        "000000010000000000000003"),
                List.of(),
                new BackupOptions(
                        RepositoryName.parse("main"),
                        List.of(STORE),
                        Suite.AES_256,
                        Compression.STANDARD,
                        null,
                        Checkpoint.FAST,
                        false,
                        null),
                new SetTotals(
                        4, 1000, ByteCount.of(1 << 30), ByteCount.of(1 << 28), 131_072, 0, List.of(), Map.of("w1", 4L)),
                commitment,
                index,
                number,
                null,
                new TopicCopies(3, 2));
    }

    static StreamRef stream(int number) {
        byte[] id = ByteBuffer.allocate(32).putInt(28, number).array();
        Receipt receipt = new Receipt(
                new StreamId(Bytes.of(id)),
                Bytes.of(new byte[32]),
                10,
                ByteCount.of(1000),
                ByteCount.of(900),
                Bytes.of(new byte[32]));
        return new StreamRef(new StripeNumber(number), Purpose.DATA, receipt, null);
    }
}

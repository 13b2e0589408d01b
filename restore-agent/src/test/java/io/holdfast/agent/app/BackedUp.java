package io.holdfast.agent.app;

import io.holdfast.catalog.Manifests;
import io.holdfast.catalog.StripeIndex;
import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.engine.BackupSession;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.StoppedBackup;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.NewDataKey;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a set of a running server by the parts that coordinators and workers use, but in this process. */
final class BackedUp {
    static final EncryptorName VAULT = EncryptorName.parse("vault");
    private static final long STRIPE = 4L << 20;

    private final PrivatePostgres server;
    private final Repository repository;
    private final DataKeys keys;
    private final SetContext context;
    private final Suite suite;
    private final List<StreamRef> streams = new ArrayList<>();
    private long files;
    private long sealed;
    private Optional<SecretBytes> dataKey = Optional.empty();

    BackedUp(PrivatePostgres server, Repository repository, DataKeys keys, SetId set, Suite suite) {
        this.server = server;
        this.repository = repository;
        this.keys = keys;
        this.context = new SetContext(FleetId.parse("01JDXZ0000000000000000FEET"), InstanceName.parse("shop"), set);
        this.suite = suite;
    }

    /** A share of a file. */
    private record Share(ListedFile file, long from, long length) {}

    /** Backs up; {@code meanwhile} runs while the backup is open. */
    ManifestBody make(Runnable meanwhile) {
        NewDataKey made = keys.make(context, List.of(VAULT));
        try (SecretBytes key = keys.unwrap(context, made.wrapped(), made.commitment());
                BackupSession session = new PostgresEngine().open(settings(), context.set())) {
            dataKey = suite == Suite.NONE ? Optional.empty() : Optional.of(key);
            StartedBackup started = session.start("test", Checkpoint.FAST);
            List<ListedFile> listed = new ArrayList<>();
            session.list(Access.FILES, listed::add);
            for (List<Share> stripe : stripes(listed)) {
                seal(stripe, List.of());
            }
            meanwhile.run();
            StoppedBackup stopped = session.stop();
            List<Share> last = new ArrayList<>();
            last.add(whole(session.controlFile()));
            stopped.log().forEach(segment -> last.add(whole(segment)));
            seal(last, stopped.inline());
            session.releaseLog();
            IndexPart index = StripeIndex.write(
                    repository, context, StripeIndex.Content.of(0, streams), new SecureRandom()::nextBytes);
            ManifestBody body = new ManifestBody(
                    1,
                    context.fleet(),
                    context.instance(),
                    context.set(),
                    "full",
                    "postgresql",
                    session.facts(),
                    started.startLsn(),
                    stopped.facts().stopLsn(),
                    started.startTime(),
                    stopped.facts().stopTime(),
                    stopped.facts().wal(),
                    session.tablespaces(),
                    new BackupOptions(
                            repository.name(),
                            List.of(VAULT),
                            suite,
                            Compression.STANDARD,
                            Access.FILES,
                            Checkpoint.FAST,
                            false,
                            null),
                    new SetTotals(
                            streams.size(),
                            files,
                            ByteCount.of(data()),
                            ByteCount.of(sealed),
                            0,
                            0,
                            List.of(),
                            Map.of()),
                    suite == Suite.NONE ? null : made.commitment(),
                    List.of(index),
                    1,
                    null,
                    null);
            publish(body, made);
            return body;
        }
    }

    private long data() {
        return streams.stream()
                .mapToLong(ref -> ref.receipt().dataBytes().number())
                .sum();
    }

    private void publish(ManifestBody body, NewDataKey made) {
        SetId set = context.set();
        repository.putObject(ObjectName.manifest(set), Codecs.SIGNED_MANIFEST.bytes(Manifests.sign(body, keys)));
        repository.putObject(
                ObjectName.keys(set, 1),
                Codecs.KEY_SECTION.bytes(
                        Manifests.sign(context, suite == Suite.NONE ? List.of() : made.wrapped(), keys)));
    }

    private InstanceSettings settings() {
        return new InstanceSettings(
                context.instance(),
                "127.0.0.1",
                server.port(),
                "postgres",
                server.superuser(),
                () -> Optional.of(SecretBytes.takeOver(server.password().getBytes(StandardCharsets.UTF_8))),
                ConnectionEncryption.PREFERRED,
                Access.FILES,
                Optional.of(server.data()));
    }

    private static Share whole(ListedFile file) {
        return new Share(file, 0, file.size());
    }

    private static List<List<Share>> stripes(List<ListedFile> listed) {
        List<List<Share>> stripes = new ArrayList<>();
        List<Share> stripe = new ArrayList<>();
        long room = STRIPE;
        for (ListedFile file : listed) {
            long from = 0;
            do {
                long length = Math.min(room, file.size() - from);
                stripe.add(new Share(file, from, length));
                from += length;
                room -= length;
                if (room == 0) {
                    stripes.add(stripe);
                    stripe = new ArrayList<>();
                    room = STRIPE;
                }
            } while (from < file.size());
        }
        stripes.add(stripe);
        return stripes;
    }

    private void seal(List<Share> stripe, List<InlineFile> inline) {
        StripeNumber number = new StripeNumber(streams.size());
        StreamContext stream = StreamContext.of(context, number, Purpose.DATA, suite);
        SealingOptions options = SealingOptions.with(Compression.STANDARD);
        SealingOrder order = dataKey.map(key -> SealingOrder.sealed(options, stream, key))
                .orElseGet(() -> SealingOrder.open(options, stream));
        List<byte[]> frames = new ArrayList<>();
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamSealer sealer = StreamSealer.open(
                        order, new SecureRandom()::nextBytes, buffers, (index, frame) -> frames.add(bytes(frame)))) {
            stripe.forEach(share -> add(sealer, share));
            for (InlineFile file : inline) {
                byte[] text = file.text().getBytes(StandardCharsets.UTF_8);
                sealer.startFile(FileEntry.file(file.path(), ByteCount.of(text.length), 0600, 1_700_000_000));
                sealer.write(0, ByteBuffer.wrap(text));
                files++;
            }
            Receipt receipt = sealer.finish();
            String hint = store(new StreamName(context.set(), Purpose.DATA, number, receipt.stream()), sealer, frames);
            sealed += receipt.sealedBytes().number();
            streams.add(new StreamRef(number, Purpose.DATA, receipt, hint));
        }
    }

    private String store(StreamName name, StreamSealer sealer, List<byte[]> frames) {
        try (SealedStreamWriter writer = repository.create(name)) {
            writer.header(sealer.header());
            for (int i = 0; i < frames.size(); i++) {
                writer.frame(i, ByteBuffer.wrap(frames.get(i)));
            }
            return writer.commit();
        }
    }

    private static byte[] bytes(ByteBuffer frame) {
        byte[] copy = new byte[frame.remaining()];
        frame.get(copy);
        return copy;
    }

    private void add(StreamSealer sealer, Share share) {
        files++;
        ListedFile file = share.file();
        long modified = file.modified().getEpochSecond();
        if (file.kind() == FileKind.DIRECTORY) {
            sealer.startFile(FileEntry.directory(file.path(), 0700, modified));
            return;
        }
        Path source = server.data().resolve(file.path());
        try (FileChannel channel = FileChannel.open(source, StandardOpenOption.READ)) {
            long end = share.from() + share.length();
            sealer.startFile(FileEntry.file(file.path(), ByteCount.of(end), 0600, modified));
            ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
            for (long at = share.from(); at < end; ) {
                int length = (int) Math.min(buffer.capacity(), end - at);
                int read = channel.read(buffer.clear().limit(length), at);
                if (read < 0) {
                    sealer.shortenFile(ByteCount.of(at));
                    return;
                }
                sealer.write(at, buffer.flip());
                at += read;
            }
        } catch (NoSuchFileException e) {
            files--;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

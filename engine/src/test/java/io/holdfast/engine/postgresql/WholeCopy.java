package io.holdfast.engine.postgresql;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.StoppedBackup;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.plan.Tablespace;
import io.holdfast.protocol.stripe.BadPage;
import io.holdfast.protocol.stripe.InlineFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** A backup and a restore by this module's parts alone: session, reader, plain writes, recovery files, manifest. */
final class WholeCopy {
    private static final long EXTENT = 640 * 1024;

    private final InstanceSettings settings;
    private final Access access;
    private final Path target;
    private final Path tablespaceParent;
    private final Map<String, Long> sums = new TreeMap<>();
    private final Map<String, Instant> times = new HashMap<>();
    final List<BadPage> badPages = new ArrayList<>();
    long pagesChecked;

    WholeCopy(InstanceSettings settings, Access access, Path target, Path tablespaceParent) {
        this.settings = settings;
        this.access = access;
        this.target = target;
        this.tablespaceParent = tablespaceParent;
    }

    /** Runs {@code whileOpen} after the files were read and before the backup ends. */
    void run(Runnable whileOpen) throws IOException {
        PostgresEngine engine = new PostgresEngine();
        try (BackupSession session = engine.open(settings, TestServer.SET)) {
            StartedBackup started = session.start("whole copy", Checkpoint.FAST);
            ServerFacts facts = session.facts();
            HeldBackup held = new HeldBackup(TestServer.SET, facts, started.startLsn(), access);
            Files.createDirectories(target);
            Map<Long, String> locations = new TreeMap<>();
            Files.createDirectories(target.resolve("pg_tblspc"));
            for (Tablespace tablespace : session.tablespaces()) {
                Path place = Files.createDirectories(tablespaceParent.resolve(Long.toString(tablespace.oid())));
                Files.createSymbolicLink(target.resolve("pg_tblspc/" + tablespace.oid()), place);
                locations.put(tablespace.oid(), place.toString());
            }
            List<ListedFile> files = new ArrayList<>();
            session.list(access, files::add);
            try (ExtentReader reader = engine.reader(settings, held)) {
                copy(reader, files);
                whileOpen.run();
                StoppedBackup stopped = session.stop();
                copy(reader, List.of(session.controlFile()));
                copyLog(reader, stopped);
                reader.check();
                session.releaseLog();
                inline(stopped, locations);
                manifest(facts, stopped);
            }
        }
    }

    private void copy(ExtentReader reader, List<ListedFile> files) throws IOException {
        List<Extent> extents = new ArrayList<>();
        for (ListedFile file : files) {
            times.put(file.path(), file.modified());
            if (file.kind() == FileKind.DIRECTORY) {
                Files.createDirectories(target.resolve(file.path()));
                continue;
            }
            long from = 0;
            do {
                long length = Math.min(EXTENT, file.size() - from);
                extents.add(new Extent(file.path(), from, length));
                from += length;
            } while (from < file.size());
        }
        var report = reader.read(extents, new Placing(extents));
        pagesChecked += report.pagesChecked();
        badPages.addAll(report.badPages());
    }

    private void copyLog(ExtentReader reader, StoppedBackup stopped) throws IOException {
        copy(reader, stopped.log());
        stopped.log().forEach(file -> sums.remove(file.path()));
    }

    private void inline(StoppedBackup stopped, Map<Long, String> locations) throws IOException {
        for (InlineFile file : stopped.inline()) {
            String text = file.path().equals(TablespaceMap.NAME) ? TablespaceMap.text(locations) : file.text();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            Files.write(target.resolve(file.path()), bytes);
            CRC32C sum = new CRC32C();
            sum.update(bytes);
            sums.put(file.path(), sum.getValue());
        }
    }

    private void manifest(ServerFacts facts, StoppedBackup stopped) throws IOException {
        try (BackupManifestWriter manifest = BackupManifestWriter.begin(target, facts)) {
            for (Map.Entry<String, Long> file : sums.entrySet()) {
                manifest.add(
                        file.getKey(),
                        Files.size(target.resolve(file.getKey())),
                        times.getOrDefault(file.getKey(), Instant.EPOCH),
                        file.getValue());
            }
            manifest.finish(stopped.facts().wal());
        }
    }

    /** Gives everything to the server's user, with the modes that the server demands. */
    void own(ServerUser user) throws IOException {
        try (var walk = Files.walk(target)) {
            for (Path path : walk.filter(Files::isDirectory).toList()) {
                Files.setPosixFilePermissions(
                        path, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
            }
        }
        user.own(target);
        if (Files.exists(tablespaceParent)) {
            user.own(tablespaceParent);
        }
    }

    /** Writes what comes, and combines the sums of extents into those of files. */
    private final class Placing implements ExtentSink {
        private final List<Extent> extents;
        private CRC32C sum = new CRC32C();
        private final Map<String, Boolean> shortened = new HashMap<>();

        Placing(List<Extent> extents) {
            this.extents = extents;
        }

        @Override
        public void piece(int extent, long offset, ByteBuffer bytes) {
            sum.update(bytes.duplicate());
            try (FileChannel file = FileChannel.open(
                    target.resolve(extents.get(extent).path()), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                file.write(bytes, offset);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void end(int extent, ExtentEnd end, long read) {
            String path = extents.get(extent).path();
            try {
                if (end != ExtentEnd.VANISHED && !Files.exists(target.resolve(path))) {
                    Files.createFile(target.resolve(path));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (end != ExtentEnd.VANISHED && !shortened.containsKey(path)) {
                sums.merge(path, sum.getValue(), (first, second) -> Crc32cCombine.combine(first, second, read));
            }
            if (end != ExtentEnd.COMPLETE) {
                shortened.put(path, true);
            }
            sum = new CRC32C();
        }
    }
}

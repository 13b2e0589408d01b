package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.StreamSink;
import io.holdfast.chunk.table.Crc32c;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.table.TableFile;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.stripe.StreamRef;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Places the files of one stream: each extent is held against its checksum, then written where it belongs. */
final class StreamPlacement implements StreamSink {
    /** What the streams of one restore share. */
    record Ground(
            TargetTree tree,
            RestoreFolder folder,
            Journal journal,
            WriteBehind behind,
            TargetFile.Directness directness) {}

    private final TargetTree tree;
    private final RestoreFolder folder;
    private final Journal journal;
    private final WriteBehind behind;
    private final TargetFile.Directness directness;
    private final StreamRef stream;
    private final Map<String, FileEntry> entries = new LinkedHashMap<>();
    private final Map<String, List<FileFact.Run>> runs = new LinkedHashMap<>();
    private @Nullable String currentPath;
    private @Nullable TargetFile current;

    StreamPlacement(Ground ground, StreamRef stream) {
        this.tree = ground.tree();
        this.folder = ground.folder();
        this.journal = ground.journal();
        this.behind = ground.behind();
        this.directness = ground.directness();
        this.stream = stream;
    }

    @Override
    public void table(Table table) {
        for (TableFile file : table.files()) {
            FileEntry entry = file.entry();
            entries.put(entry.path(), entry);
            switch (entry.kind()) {
                case DIRECTORY -> tree.directory(entry.path(), FileMode.ofDirectory(entry.mode()));
                // Made at the end, so that nothing can be written through it meanwhile.
                case LINK -> TargetPath.checked(entry.path());
                case FILE -> {
                    if (file.extents().isEmpty()) {
                        make(entry);
                    }
                }
            }
        }
    }

    @Override
    public void extent(FileEntry file, Extent extent, ByteBuffer bytes) {
        long crc = crcOf(bytes.duplicate());
        if (bytes.remaining() != extent.length() || crc != extent.crc32c()) {
            throw new Corrupt(
                    AgentFailure.CHECKSUM_WRONG,
                    "file " + file.path() + ", bytes " + extent.fileOffset() + " to " + extent.fileEnd()
                            + " of stripe " + stream.stripe().number()
                            + ": the checksum is not the one taken when they were read from the database");
        }
        try {
            open(file).write(bytes, extent.fileOffset());
        } catch (IOException e) {
            throw FileTrouble.of("write", HeldFiles.locate(folder, tree, file.path()), e);
        }
        note(file.path(), extent, crc);
    }

    private void make(FileEntry empty) {
        try {
            open(empty).make();
        } catch (IOException e) {
            throw FileTrouble.of("write", HeldFiles.locate(folder, tree, empty.path()), e);
        }
    }

    private static long crcOf(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }

    private void note(String path, Extent extent, long crc) {
        List<FileFact.Run> known = runs.computeIfAbsent(path, p -> new ArrayList<>());
        if (!known.isEmpty() && known.getLast().end() == extent.fileOffset()) {
            FileFact.Run last = known.removeLast();
            known.add(new FileFact.Run(
                    last.offset(), last.length() + extent.length(), Crc32c.combine(last.crc(), crc, extent.length())));
        } else {
            known.add(new FileFact.Run(extent.fileOffset(), extent.length(), crc));
        }
    }

    private TargetFile open(FileEntry entry) {
        TargetFile file = current;
        if (file != null && entry.path().equals(currentPath)) {
            return file;
        }
        closeFile();
        FileMode mode = FileMode.ofFile(entry.mode());
        Optional<Path> held = HeldFiles.of(folder, entry.path());
        file = new TargetFile(
                way -> held.isPresent() ? tree.writeAt(held.get(), mode, way) : tree.write(entry.path(), mode, way),
                directness);
        current = file;
        currentPath = entry.path();
        return file;
    }

    @Override
    public void complete() {
        closeFile();
        Path facts = folder.facts()
                .resolve("%010d-%s"
                        .formatted(
                                stream.stripe().number(),
                                stream.receipt().stream().text()));
        Path beside = facts.resolveSibling(facts.getFileName() + ".new");
        try {
            try (BufferedWriter out = Files.newBufferedWriter(beside, StandardCharsets.UTF_8)) {
                for (FileEntry entry : entries.values()) {
                    if (entry.kind() != io.holdfast.chunk.table.FileKind.DIRECTORY) {
                        out.write(Lines.of(FileFact.class, fact(entry)));
                        out.newLine();
                    }
                }
            }
            Files.move(beside, facts, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw FileTrouble.of("write", facts, e);
        }
        journal.placed(stream);
        List<Path> large = runs.entrySet().stream()
                .filter(file ->
                        file.getValue().stream().mapToLong(FileFact.Run::length).sum() >= WriteBehind.LEAST_BYTES)
                .map(file -> HeldFiles.locate(folder, tree, file.getKey()))
                .toList();
        if (!large.isEmpty()) {
            behind.force(large);
        }
    }

    private FileFact fact(FileEntry entry) {
        return new FileFact(
                entry.path(),
                FileKind.valueOf(entry.kind().name()),
                entry.size().number(),
                entry.modified(),
                runs.getOrDefault(entry.path(), List.of()),
                entry.linkTarget().orElse(null));
    }

    private void closeFile() {
        TargetFile file = current;
        current = null;
        String path = currentPath;
        currentPath = null;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw FileTrouble.of("close", Path.of(String.valueOf(path)), e);
            }
        }
    }

    @Override
    public void close() {
        closeFile();
    }
}

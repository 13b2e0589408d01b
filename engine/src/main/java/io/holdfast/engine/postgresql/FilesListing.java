package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.ServerFacts;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Lists a data directory by walking it; whatever vanishes meanwhile is no error. Links are followed. */
final class FilesListing {
    private static final Pattern DATABASE = Pattern.compile("(base|pg_tblspc/\\d+/[^/]+)/\\d+");
    private static final String INIT = "_init";

    private final Path root;
    private final ServerFacts facts;
    private final ListingRules rules;
    private final Set<String> unlogged = new HashSet<>();

    FilesListing(Path root, ServerFacts facts) {
        this.root = root;
        this.facts = facts;
        String own = ListingRules.versionDirectory(facts, ControlFile.read(root).catalogVersion());
        this.rules = new ListingRules(own, unlogged);
    }

    void list(Consumer<ListedFile> sink) {
        walk("", sink);
    }

    private void walk(String directory, Consumer<ListedFile> sink) {
        if (DATABASE.matcher(directory).matches()) {
            unlogged.clear();
            entries(
                    directory,
                    "*" + INIT,
                    name -> unlogged.add(directory + "/" + name.substring(0, name.length() - INIT.length())));
        }
        List<String> below = new ArrayList<>();
        entries(directory, "*", name -> {
            String path = directory.isEmpty() ? name : directory + "/" + name;
            if (rules.takes(path)) {
                take(path, sink, below);
            }
        });
        below.forEach(path -> walk(path, sink));
    }

    private void take(String path, Consumer<ListedFile> sink, List<String> below) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(root.resolve(path), BasicFileAttributes.class);
            Instant modified = Instant.ofEpochSecond(
                    attributes.lastModifiedTime().toInstant().getEpochSecond());
            if (attributes.isDirectory()) {
                sink.accept(new ListedFile(path, FileKind.DIRECTORY, 0, modified));
                if (rules.descends(path)) {
                    below.add(path);
                } else if (path.equals("pg_wal")) {
                    ListingRules.keptBelowLog(facts.major())
                            .forEach(kept -> sink.accept(new ListedFile(kept, FileKind.DIRECTORY, 0, modified)));
                }
            } else if (attributes.isRegularFile()) {
                sink.accept(new ListedFile(path, FileKind.FILE, attributes.size(), modified));
            }
        } catch (NoSuchFileException e) {
            // Dropped since the directory was read: replay knows of it.
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private void entries(String directory, String glob, Consumer<String> sink) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(directory), glob)) {
            for (Path entry : entries) {
                sink.accept(entry.getFileName().toString());
            }
        } catch (NoSuchFileException e) {
            // A dropped database.
        } catch (DirectoryIteratorException e) {
            throw unreadable(directory, new IOException(e));
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    private Permanent unreadable(String path, IOException e) {
        return new Permanent(EngineFailure.READ_FAILED, "Cannot list " + root.resolve(path) + ": " + e + ".", e);
    }
}

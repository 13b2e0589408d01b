package io.holdfast.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What stands in a data directory, as far as replacing it must know. Clusters of several versions may share the place of a
 * tablespace, each in a directory of its own there, so that only the one of the cluster's own version is the cluster's.
 */
public record StandingCluster(Path directory) {
    private static final Pattern VERSION = Pattern.compile("[0-9.]{1,8}");

    /** The major version that {@code PG_VERSION} names, such as 17. */
    public Optional<String> version() {
        Path version = directory.resolve("PG_VERSION");
        if (!Files.isRegularFile(version, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(version, StandardCharsets.ISO_8859_1).strip();
            return Optional.of(text).filter(VERSION.asMatchPredicate());
        } catch (IOException e) {
            throw FileTrouble.of("read", version, e);
        }
    }

    /** The places that its tablespace links point to. */
    public Set<Path> places() {
        Set<Path> places = new HashSet<>();
        for (Path child : children(directory.resolve("pg_tblspc"))) {
            try {
                if (Files.isSymbolicLink(child)) {
                    places.add(Files.readSymbolicLink(child).normalize());
                }
            } catch (IOException e) {
                throw FileTrouble.of("look at", child, e);
            }
        }
        return places;
    }

    /** What lies in the places of its tablespaces without being its own, as paths in the data directory. */
    public List<String> foreign() {
        String own = "PG_" + version().orElse("") + "_";
        List<String> foreign = new ArrayList<>();
        for (Path space : children(directory.resolve("pg_tblspc"))) {
            for (Path child : children(space)) {
                if (!String.valueOf(child.getFileName()).startsWith(own)) {
                    foreign.add(directory.relativize(child).toString());
                }
            }
        }
        return foreign;
    }

    private static List<Path> children(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw FileTrouble.of("look into", directory, e);
        }
    }

    /** What clusters of a major version have in the place of a tablespace: directories such as {@code PG_17_202406281}. */
    public static Set<Path> inPlace(Path place, String version) {
        Set<Path> found = new HashSet<>();
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(place, "PG_" + version + "_*")) {
                children.forEach(found::add);
            } catch (IOException e) {
                throw FileTrouble.of("look into", place, e);
            }
        }
        return found;
    }
}

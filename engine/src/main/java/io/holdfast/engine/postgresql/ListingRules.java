package io.holdfast.engine.postgresql;

import io.holdfast.protocol.plan.ServerFacts;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a data directory belongs into a backup: the same as for pg_basebackup (basebackup.c, "excludeDirContents" and
 * "excludeFiles").
 *
 * @param versionDirectory the name of this server's own directory in each tablespace
 * @param unlogged relations with an init fork, as paths without fork and segment: only that fork is taken
 */
record ListingRules(String versionDirectory, Set<String> unlogged) {
    /** Directories that are taken without what lies in them. */
    static final List<String> EMPTIED = List.of(
            "pg_wal",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_subtrans",
            "pg_replslot",
            "pg_stat_tmp");

    /** What begins the name of temporary files and directories. */
    static final String TEMPORARY = "pgsql_tmp";

    private static final Set<String> LEFT_OUT = Set.of(
            "postmaster.pid",
            "postmaster.opts",
            "backup_label",
            "tablespace_map",
            "backup_manifest",
            "postgresql.auto.conf.tmp",
            "current_logfiles.tmp",
            ".DS_Store");

    private static final String CACHE = "pg_internal.init";
    private static final Pattern DATABASE_FILE = Pattern.compile("((?:base|pg_tblspc/\\d+/[^/]+)/\\d+)/([^/]+)");
    private static final Pattern TEMPORARY_RELATION = Pattern.compile("t\\d+_\\d+(_(fsm|vm|init))?(\\.\\d+)?");
    private static final Pattern RELATION = Pattern.compile("(\\d+)(_(fsm|vm))?(\\.\\d+)?");
    private static final Pattern IN_TABLESPACE = Pattern.compile("pg_tblspc/[^/]+/([^/]+)");

    /** The name of a version's directory in tablespaces. */
    static String versionDirectory(ServerFacts facts, long catalogVersion) {
        return "PG_" + facts.major() + "_" + catalogVersion;
    }

    /** Directories that the server makes below an emptied one, and that pg_basebackup takes along. */
    static List<String> keptBelowLog(int major) {
        return major >= 17 ? List.of("pg_wal/archive_status", "pg_wal/summaries") : List.of("pg_wal/archive_status");
    }

    /** Whether the entry itself is taken. */
    boolean takes(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (LEFT_OUT.contains(name)
                || name.startsWith(TEMPORARY)
                || name.startsWith(CACHE)
                || path.equals(ControlFile.PATH)) {
            return false;
        }
        Matcher inTablespace = IN_TABLESPACE.matcher(path);
        if (inTablespace.matches()) {
            return inTablespace.group(1).equals(versionDirectory);
        }
        Matcher file = DATABASE_FILE.matcher(path);
        return !file.matches() || takesRelation(file.group(1), file.group(2));
    }

    private boolean takesRelation(String directory, String name) {
        if (TEMPORARY_RELATION.matcher(name).matches()) {
            return false;
        }
        Matcher relation = RELATION.matcher(name);
        return !relation.matches() || !unlogged.contains(directory + "/" + relation.group(1));
    }

    /** Whether what lies in a directory that is taken may be taken too. */
    boolean descends(String directory) {
        return !EMPTIED.contains(directory);
    }
}

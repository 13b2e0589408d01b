package io.holdfast.engine.postgresql;

import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Lists a data directory over a connection: one recursive query, in which whatever vanishes meanwhile is no error. The server
 * gives the rows level by level, so that a directory comes before what lies in it.
 */
final class SqlListing {
    private static final int PORTION = 5_000;

    private static final String VERSION_DIRECTORY = """
            SELECT 'PG_' || current_setting('server_version_num')::int / 10000 || '_' || catalog_version_no
            FROM pg_control_system()
            """;

    private static final String UNLOGGED = """
            WITH directory(path) AS (
                SELECT 'base/' || d FROM pg_ls_dir('base', true, false) d WHERE d ~ '^[0-9]+$'
                UNION ALL
                SELECT 'pg_tblspc/' || t || '/' || v || '/' || d
                FROM pg_ls_dir('pg_tblspc', true, false) t, (SELECT ?::text) AS own(v),
                     LATERAL pg_ls_dir('pg_tblspc/' || t || '/' || v, true, false) d
                WHERE t ~ '^[0-9]+$' AND d ~ '^[0-9]+$')
            SELECT path || '/' || substr(n, 1, length(n) - length('_init'))
            FROM directory, LATERAL pg_ls_dir(path, true, false) n
            WHERE n ~ '^[0-9]+_init$'
            """;

    private static final String ENTRIES = """
            WITH RECURSIVE entry(path, isdir, size, modified) AS (
                SELECT n, s.isdir, s.size, s.modification
                FROM pg_ls_dir('.', true, false) n, LATERAL pg_stat_file(n, true) s
                UNION ALL
                SELECT e.path || '/' || n, s.isdir, s.size, s.modification
                FROM entry e, LATERAL pg_ls_dir(e.path, true, false) n, LATERAL pg_stat_file(e.path || '/' || n, true) s
                WHERE e.isdir AND e.path NOT IN (%s) AND e.path !~ '(^|/)%s[^/]*$'
                  AND (e.path !~ '^pg_tblspc/[^/]+/[^/]+$' OR e.path ~ '/%s$'))
            SELECT path, isdir, size, extract(epoch FROM modified)::bigint FROM entry WHERE isdir IS NOT NULL
            """;

    private final ServerConnection connection;

    SqlListing(ServerConnection connection) {
        this.connection = connection;
    }

    void list(Consumer<ListedFile> sink) {
        String own = connection.one(VERSION_DIRECTORY, row -> row.getString(1));
        Set<String> unlogged = new HashSet<>(connection.all(UNLOGGED, row -> row.getString(1), own));
        ListingRules rules = new ListingRules(own, unlogged);
        int major = connection.one("SELECT current_setting('server_version_num')::int / 10000", row -> row.getInt(1));
        String emptied = "'" + String.join("', '", ListingRules.EMPTIED) + "'";
        String query = ENTRIES.formatted(emptied, ListingRules.TEMPORARY, own);
        connection.stream(query, PORTION, row -> {
            String path = row.getString(1);
            if (!rules.takes(path)) {
                return;
            }
            boolean directory = row.getBoolean(2);
            ListedFile file = new ListedFile(
                    path,
                    directory ? FileKind.DIRECTORY : FileKind.FILE,
                    directory ? 0 : row.getLong(3),
                    Instant.ofEpochSecond(row.getLong(4)));
            sink.accept(file);
            if (path.equals("pg_wal")) {
                ListingRules.keptBelowLog(major)
                        .forEach(kept -> sink.accept(new ListedFile(kept, FileKind.DIRECTORY, 0, file.modified())));
            }
        });
    }
}

package io.holdfast.forecast.io;

import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.ServerFacts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** PostgreSQL 15 to 18, whose counters have moved from view to view. */
final class PostgresServer implements CountedServer {
    private static final String SETTINGS =
            "SELECT name, setting FROM pg_settings WHERE name IN ('block_size', 'shared_buffers',"
                    + " 'wal_level', 'checkpoint_timeout', 'max_wal_size', 'effective_io_concurrency', 'data_checksums', 'wal_compression')";

    /** Before 16 only the shared buffers' own writes are known, and reads by database. */
    private static final String OF_15 = """
            SELECT d.read_ops, d.read_ops * b.block AS read_bytes, w.write_ops, w.write_ops * b.block AS written_bytes,
                   l.wal_bytes AS log_bytes, d.temp_bytes AS temporary_bytes
              FROM (SELECT current_setting('block_size')::bigint AS block) b,
                   (SELECT sum(blks_read)::bigint AS read_ops, sum(temp_bytes)::bigint AS temp_bytes FROM pg_stat_database) d,
                   (SELECT buffers_checkpoint + buffers_clean + buffers_backend AS write_ops FROM pg_stat_bgwriter) w,
                   (SELECT wal_bytes::bigint FROM pg_stat_wal) l
            """;

    private static final String OF_16 = """
            SELECT i.read_ops, i.read_bytes, i.write_ops, i.written_bytes, l.wal_bytes AS log_bytes, d.temp_bytes AS temporary_bytes
              FROM (SELECT coalesce(sum(reads), 0)::bigint AS read_ops, coalesce(sum(reads * op_bytes), 0)::bigint AS read_bytes,
                           coalesce(sum(coalesce(writes, 0) + coalesce(extends, 0)), 0)::bigint AS write_ops,
                           coalesce(sum((coalesce(writes, 0) + coalesce(extends, 0)) * op_bytes), 0)::bigint AS written_bytes
                      FROM pg_stat_io) i,
                   (SELECT sum(temp_bytes)::bigint AS temp_bytes FROM pg_stat_database) d,
                   (SELECT wal_bytes::bigint FROM pg_stat_wal) l
            """;

    /** Since 18 bytes are counted as such, and the log has rows of its own. */
    private static final String OF_18 = """
            SELECT i.read_ops, i.read_bytes, i.write_ops, i.written_bytes, l.wal_bytes AS log_bytes, d.temp_bytes AS temporary_bytes
              FROM (SELECT coalesce(sum(reads), 0)::bigint AS read_ops, coalesce(sum(read_bytes), 0)::bigint AS read_bytes,
                           coalesce(sum(coalesce(writes, 0) + coalesce(extends, 0)), 0)::bigint AS write_ops,
                           coalesce(sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)), 0)::bigint AS written_bytes
                      FROM pg_stat_io WHERE object <> 'wal') i,
                   (SELECT sum(temp_bytes)::bigint AS temp_bytes FROM pg_stat_database) d,
                   (SELECT coalesce(sum(write_bytes), 0)::bigint AS wal_bytes FROM pg_stat_io WHERE object = 'wal') l
            """;

    private static final String FACTS = """
            SELECT (SELECT system_identifier FROM pg_control_system()) AS id, current_setting('server_version') AS version,
                   extract(epoch FROM pg_postmaster_start_time()) AS started,
                   (SELECT sum(pg_database_size(oid))::bigint FROM pg_database WHERE has_database_privilege(oid, 'CONNECT')) AS data,
                   extract(epoch FROM greatest(pg_postmaster_start_time(), (SELECT max(stats_reset) FROM pg_stat_database),
                       (SELECT stats_reset FROM pg_stat_bgwriter), (SELECT stats_reset FROM pg_stat_wal)%s)) AS counts_since
            """;

    private final Rows rows;
    private final int major;

    PostgresServer(Connection connection) throws SQLException {
        this.rows = new Rows(connection);
        this.major = connection.getMetaData().getDatabaseMajorVersion();
    }

    @Override
    public ServerFacts facts(Instant now) throws SQLException {
        Map<String, String> settings = new HashMap<>(rows.pairs(SETTINGS));
        if (major >= 17) {
            settings.put(
                    "checkpointer",
                    rows.row("SELECT buffers_written FROM pg_stat_checkpointer").toString());
        }
        String more = major >= 16 ? ", (SELECT max(stats_reset) FROM pg_stat_io)" : "";
        Map<String, String> facts = rows.row(FACTS.formatted(more));
        return new ServerFacts(
                ServerFacts.Engine.POSTGRESQL,
                facts.getOrDefault("id", ""),
                facts.getOrDefault("version", ""),
                time(facts.get("started")),
                time(facts.get("counts_since")),
                Integer.parseInt(settings.getOrDefault("block_size", "8192")),
                number(facts, "data"),
                settings);
    }

    private static Instant time(@org.jspecify.annotations.Nullable String epoch) {
        return Instant.ofEpochMilli(Math.round(Double.parseDouble(Objects.requireNonNullElse(epoch, "0")) * 1_000));
    }

    @Override
    public Map<Counter, Long> counters() throws SQLException {
        Map<String, String> row = rows.row(major >= 18 ? OF_18 : major >= 16 ? OF_16 : OF_15);
        Map<Counter, Long> counters = new EnumMap<>(Counter.class);
        counters.put(Counter.READ_BYTES, number(row, "read_bytes"));
        counters.put(Counter.READ_OPERATIONS, number(row, "read_ops"));
        counters.put(Counter.WRITTEN_BYTES, number(row, "written_bytes"));
        counters.put(Counter.WRITE_OPERATIONS, number(row, "write_ops"));
        counters.put(Counter.LOG_BYTES, number(row, "log_bytes"));
        counters.put(Counter.TEMPORARY_BYTES, number(row, "temporary_bytes"));
        return counters;
    }

    private static long number(Map<String, String> row, String name) throws SQLException {
        try {
            return Long.parseLong(Objects.requireNonNullElse(row.get(name), "absent"));
        } catch (NumberFormatException e) {
            throw new SQLException("the counter " + name + " is " + row.get(name), e);
        }
    }

    /** The server's first process is the parent of the one that serves this connection. */
    @Override
    public OptionalLong pid(Proc proc) throws SQLException {
        long mine = number(rows.row("SELECT pg_backend_pid() AS pid"), "pid");
        return proc.program(mine).equals("postgres") ? proc.parent(mine) : OptionalLong.empty();
    }
}

package io.holdfast.forecast.io;

import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.ServerFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * MariaDB's InnoDB. Pages and not {@code Innodb_data_written} are counted, since a page passes the doublewrite buffer too, but is
 * encrypted once.
 */
final class MariaDbServer implements CountedServer {
    private static final String STATUS =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_pages_read', 'Innodb_pages_written', 'Innodb_os_log_written',"
                    + " 'Innodb_encryption_n_temp_blocks_encrypted', 'Innodb_encryption_n_temp_blocks_decrypted',"
                    + " 'Innodb_num_pages_encrypted', 'Innodb_num_pages_decrypted', 'Uptime', 'Uptime_since_flush_status')";
    private static final String SETTINGS =
            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_uid', 'version', 'innodb_page_size', 'innodb_buffer_pool_size',"
                    + " 'innodb_encrypt_tables', 'innodb_encrypt_log', 'innodb_encryption_threads', 'innodb_encryption_rotation_iops',"
                    + " 'innodb_flush_method', 'innodb_doublewrite', 'encrypt_tmp_disk_tables', 'encrypt_tmp_files', 'pid_file',"
                    + " 'datadir', 'file_key_management_encryption_algorithm')";
    private static final Set<String> PROGRAMS = Set.of("mariadbd", "mysqld");

    private final Rows rows;
    private final long pageBytes;

    MariaDbServer(Connection connection) throws SQLException {
        this.rows = new Rows(connection);
        this.pageBytes = Long.parseLong(settings().getOrDefault("innodb_page_size", "16384"));
    }

    private Map<String, String> settings() throws SQLException {
        return rows.pairs(SETTINGS);
    }

    @Override
    public ServerFacts facts(Instant now) throws SQLException {
        Map<String, String> settings = settings();
        Map<String, String> status = rows.pairs(STATUS);
        String data = rows.row("SELECT COALESCE(SUM(data_length + index_length), 0) AS bytes"
                        + " FROM information_schema.tables WHERE engine = 'InnoDB'")
                .getOrDefault("bytes", "0");
        return new ServerFacts(
                ServerFacts.Engine.MARIADB,
                settings.getOrDefault("server_uid", "") + " in " + settings.getOrDefault("datadir", ""),
                settings.getOrDefault("version", ""),
                now.minusSeconds(number(status, "uptime")),
                now.minusSeconds(number(status, "uptime_since_flush_status")),
                Math.toIntExact(pageBytes),
                Long.parseLong(data),
                settings);
    }

    @Override
    public Map<Counter, Long> counters() throws SQLException {
        Map<String, String> status = rows.pairs(STATUS);
        long read = number(status, "innodb_pages_read");
        long written = number(status, "innodb_pages_written");
        Map<Counter, Long> counters = new EnumMap<>(Counter.class);
        counters.put(Counter.READ_BYTES, read * pageBytes);
        counters.put(Counter.READ_OPERATIONS, read);
        counters.put(Counter.WRITTEN_BYTES, written * pageBytes);
        counters.put(Counter.WRITE_OPERATIONS, written);
        counters.put(Counter.LOG_BYTES, number(status, "innodb_os_log_written"));
        counters.put(
                Counter.TEMPORARY_BYTES,
                (number(status, "innodb_encryption_n_temp_blocks_encrypted")
                                + number(status, "innodb_encryption_n_temp_blocks_decrypted"))
                        * pageBytes);
        counters.put(Counter.DECRYPTED_PAGES, number(status, "innodb_num_pages_decrypted"));
        counters.put(Counter.ENCRYPTED_PAGES, number(status, "innodb_num_pages_encrypted"));
        return counters;
    }

    private static long number(Map<String, String> status, String name) throws SQLException {
        try {
            return Long.parseLong(Objects.requireNonNullElse(status.get(name), "absent"));
        } catch (NumberFormatException e) {
            throw new SQLException("the status variable " + name + " is " + status.get(name), e);
        }
    }

    @Override
    public OptionalLong pid(Proc proc) throws SQLException {
        Map<String, String> settings = settings();
        Path file =
                Path.of(settings.getOrDefault("datadir", "/")).resolve(settings.getOrDefault("pid_file", "absent.pid"));
        try {
            long pid = Long.parseLong(Files.readString(file).strip());
            return PROGRAMS.contains(proc.program(pid)) ? OptionalLong.of(pid) : OptionalLong.empty();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}

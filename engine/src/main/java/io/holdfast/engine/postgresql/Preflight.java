package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** What is checked before a backup begins, so that nothing that can be known now fails later. */
final class Preflight {
    private static final int OLDEST = 15;
    private static final int NEWEST = 18;
    private static final int PAGE_BYTES = 8_192;

    private static final String IDENTITY = """
            SELECT system_identifier::text, pg_postmaster_start_time(),
                   CASE WHEN pg_is_in_recovery() THEN NULL
                        ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
                   current_setting('server_version_num')::int, current_setting('data_checksums')::bool,
                   current_setting('block_size')::int,
                   (SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size'),
                   current_setting('data_directory_mode')
            FROM pg_control_system()
            """;

    private Preflight() {}

    /** All checks; returns what the server is. */
    static ServerFacts run(ServerConnection connection) {
        InstanceSettings instance = connection.instance();
        int version = connection.one("SELECT current_setting('server_version_num')::int", row -> row.getInt(1));
        checkVersion(instance, version);
        if (connection.one("SELECT pg_is_in_recovery()", row -> row.getBoolean(1))) {
            throw unsuitable(
                    instance, "is a standby or still in recovery", "Point the instance at the primary, or wait.");
        }
        String walLevel = connection.one("SELECT current_setting('wal_level')", row -> row.getString(1));
        if (walLevel.equals("minimal")) {
            throw unsuitable(instance, "has wal_level = minimal", "Set wal_level = replica and restart the server.");
        }
        checkPrivileges(connection);
        checkSlots(connection);
        ServerFacts facts = facts(connection);
        if (facts.blockSize() != PAGE_BYTES) {
            throw unsuitable(
                    instance,
                    "was built with pages of " + facts.blockSize() + " bytes",
                    "Only the standard page size of 8192 bytes is supported.");
        }
        return facts;
    }

    static void checkVersion(InstanceSettings instance, int version) {
        if (version / 10_000 < OLDEST || version / 10_000 > NEWEST) {
            throw new Permanent(
                    EngineFailure.VERSION_UNSUPPORTED,
                    instance.shown() + " is PostgreSQL " + shownVersion(version) + "; versions " + OLDEST + " to "
                            + NEWEST + " can be backed up.");
        }
    }

    /** What the server is now; a server in recovery is no longer the one that a backup was started on. */
    static ServerFacts facts(ServerConnection connection) {
        return connection.one(IDENTITY, row -> {
            String timeline = row.getString(3);
            if (timeline == null) {
                throw unsuitable(
                        connection.instance(), "is in recovery", "Point the instance at the primary, or wait.");
            }
            return new ServerFacts(
                    // The function returns a signed number; the identifier is unsigned.
                    Long.toUnsignedString(Long.parseLong(row.getString(1))),
                    new Timeline(Long.parseLong(timeline, 16)),
                    row.getInt(4),
                    row.getBoolean(5),
                    row.getInt(6),
                    ByteCount.of(row.getLong(7)),
                    row.getObject(2, OffsetDateTime.class).toInstant(),
                    Integer.parseInt(row.getString(8), 8));
        });
    }

    private static void checkPrivileges(ServerConnection connection) {
        List<String> missing = new ArrayList<>();
        List<String> grants = new ArrayList<>();
        String role = connection.one("SELECT quote_ident(current_user)", row -> row.getString(1));
        for (String function : BackupRole.FUNCTIONS) {
            boolean granted = connection.one(
                    "SELECT has_function_privilege(current_user, ?, 'EXECUTE')",
                    row -> row.getBoolean(1),
                    "pg_catalog." + function);
            if (!granted) {
                missing.add("EXECUTE on " + function);
                grants.add(BackupRole.grant(function, role) + ";");
            }
        }
        boolean replication = connection.one(
                "SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user",
                row -> row.getBoolean(1));
        if (!replication) {
            missing.add("REPLICATION");
            grants.add("ALTER ROLE " + role + " REPLICATION;");
        }
        if (!missing.isEmpty()) {
            InstanceSettings instance = connection.instance();
            throw new Denied(
                    EngineFailure.ROLE_LACKS_PRIVILEGE,
                    "The role of " + instance.shown() + " lacks " + String.join(", ", missing) + ".",
                    "Run as a superuser in database " + instance.database() + ": " + String.join(" ", grants));
        }
    }

    private static void checkSlots(ServerConnection connection) {
        connection.each("""
                SELECT current_setting('max_replication_slots')::int, count(*) FROM pg_replication_slots
                """, row -> {
            if (row.getLong(2) >= row.getInt(1)) {
                throw new Permanent(
                        EngineFailure.SLOT_UNAVAILABLE,
                        connection.instance().shown() + " has no replication slot left: "
                                + "max_replication_slots is " + row.getInt(1) + ", " + row.getLong(2)
                                + " are in use.");
            }
        });
    }

    private static Permanent unsuitable(InstanceSettings instance, String why, String hint) {
        return new Permanent(EngineFailure.SERVER_UNSUITABLE, instance.shown() + " " + why + ".", hint);
    }

    private static String shownVersion(int number) {
        return number >= 100_000
                ? number / 10_000 + "." + number % 10_000
                : number / 10_000 + "." + number / 100 % 100 + "." + number % 100;
    }
}

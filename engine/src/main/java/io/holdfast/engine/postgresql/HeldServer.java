package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.HeldBackup;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.Lsn;
import java.util.Locale;

/**
 * The server that a backup is held open on, as a reader sees it over a connection of its own. The temporary slot of the
 * session is the sign that the backup is still held: it dies with the session.
 */
record HeldServer(ServerConnection connection, HeldBackup backup) {
    /** How a session shows itself on the server. */
    static String applicationName(SetId set) {
        return "holdfast " + set;
    }

    /** The session's slot: lower-case letters, digits and _ are all that a slot's name may have. */
    static String slotName(SetId set) {
        return "holdfast_" + set.text().toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** Fails unless the server is the one the backup was started on and the session still holds it. */
    void check() {
        boolean inRecovery = connection.one("SELECT pg_is_in_recovery()", row -> row.getBoolean(1));
        if (inRecovery) {
            throw changed("it is in recovery");
        }
        ServerFacts now = Preflight.facts(connection);
        ServerFacts then = backup.server();
        if (!now.systemIdentifier().equals(then.systemIdentifier())) {
            throw changed(
                    "its system identifier is " + now.systemIdentifier() + " instead of " + then.systemIdentifier());
        }
        if (!now.timeline().equals(then.timeline())) {
            throw changed("its timeline is " + now.timeline() + " instead of " + then.timeline());
        }
        if (!now.started().equals(then.started())) {
            throw changed("it was started at " + now.started() + " instead of " + then.started());
        }
        boolean held = connection.one(
                "SELECT count(*) > 0 FROM pg_replication_slots WHERE slot_name = ? AND active",
                row -> row.getBoolean(1),
                slotName(backup.set()));
        if (!held) {
            throw new Transient(
                    EngineFailure.BACKUP_ENDED,
                    "No session holds the backup of set " + backup.set() + " any more on "
                            + connection.instance().shown() + ".");
        }
    }

    private Transient changed(String why) {
        return new Transient(
                EngineFailure.SERVER_CHANGED,
                "The server of " + connection.instance().shown() + " is not the one that the backup of set "
                        + backup.set() + " was started on: " + why + ".");
    }

    /** Where the server inserts log now: no page can have been changed at a later position. */
    Lsn insertLsn() {
        return connection.one("SELECT pg_current_wal_insert_lsn()::text", row -> Lsn.parse(row.getString(1)));
    }
}

package io.holdfast.engine;

import io.holdfast.protocol.failure.FailureCode;

/** Failures at the database. */
public enum EngineFailure implements FailureCode {
    SERVER_UNREACHABLE(
            "engine.server-unreachable",
            "The database server does not answer.",
            "Start the server, or correct the instance's host, port and TLS settings; check firewalls and listen_addresses."),
    SERVER_NOT_TRUSTED(
            "engine.server-not-trusted",
            "The TLS that the instance's settings demand could not be had from the server.",
            "Correct the instance's TLS mode and CA file; the server's certificate must be valid and, for verify-full, name the host."),
    WRONG_PASSWORD(
            "engine.wrong-password",
            "The server refuses the role or its password.",
            "Correct the instance's user or password reference, and check pg_hba.conf."),
    VERSION_UNSUPPORTED(
            "engine.version-unsupported", "The server's version cannot be backed up.", "Use PostgreSQL 15 to 18."),
    SERVER_UNSUITABLE(
            "engine.server-unsuitable",
            "The server is set up in a way that cannot be backed up.",
            "Change the setting that the message names."),
    ROLE_LACKS_PRIVILEGE(
            "engine.role-lacks-privilege",
            "The role lacks a privilege that a backup needs.",
            "Grant what docs/postgresql-role.md lists."),
    SERVER_CHANGED(
            "engine.server-changed",
            "The server is not the one the backup was started on: it was restarted, promoted or replaced.",
            "Nothing: the backup starts anew by itself; find out why the server changed if that was not planned."),
    BACKUP_ENDED(
            "engine.backup-ended",
            "The session that holds the backup is gone, so that what is read no longer belongs to a backup.",
            "Nothing: the backup starts anew by itself; look for a lost connection or a coordinator that ended."),
    CONNECTION_LOST(
            "engine.connection-lost",
            "The connection to the database broke.",
            "Look at the server's log; connections also break on idle timeouts of firewalls and poolers."),
    READ_FAILED(
            "engine.read-failed",
            "A file of the database could not be read.",
            "Check the disk and file system of the database's host; the message names the file."),
    WAL_MISSING(
            "engine.wal-missing",
            "Log that the backup needs is gone from the server.",
            "Look for a tool that removes files from pg_wal, and at max_slot_wal_keep_size; then run the backup again."),
    WAL_LATE(
            "engine.wal-late",
            "The last log segment of the backup did not become complete in time.",
            "Look for a server that hangs, or whose disk for the log is full or stuck; the backup is tried again by itself."),
    SLOT_UNAVAILABLE(
            "engine.slot-unavailable",
            "No replication slot could be reserved.",
            "Raise max_replication_slots, or drop slots that nobody uses."),
    BACKUP_REFUSED(
            "engine.backup-refused",
            "The server refused to start or stop the backup.",
            "The message holds the server's own words; correct what they name."),
    DATA_DIRECTORY_MISMATCH(
            "engine.data-directory-mismatch",
            "The data directory that should be read belongs to another database cluster, or to none.",
            "Correct the instance's dataDirectory, or read through the server: access: sql in the job, --access sql at the command line."),
    DATA_DIRECTORY_INCOMPLETE(
            "engine.data-directory-incomplete",
            "A tablespace or the log lies behind a link of the data directory that leads nowhere for this process.",
            "Give this process the link's target under the same path, for example as a mount of its container, or read through the server: access: sql in the job, --access sql at the command line."),
    INTERRUPTED(
            "engine.interrupted",
            "The work at the database was interrupted because its process is ending.",
            "Nothing: somebody else takes the work over."),
    INSTANCE_NOT_STARTED(
            "engine.instance-not-started",
            "The restored server did not start.",
            "The message holds the end of the server's log; correct what it names and start again."),
    RECOVERY_UNFINISHED(
            "engine.recovery-unfinished",
            "The restored server started but did not finish recovery in time.",
            "Look at the server's log; a large log takes longer: raise the time to wait."),
    RESTORED_FILE_UNWRITABLE(
            "engine.restored-file-unwritable",
            "A file that recovery needs could not be written into the restored directory.",
            "Check space and permissions of the target, then run the restore again.");

    private final String code;
    private final String meaning;
    private final String remedy;

    EngineFailure(String code, String meaning, String remedy) {
        this.code = code;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}

package io.holdfast.agent;

import io.holdfast.protocol.failure.FailureCode;

/** Why a restore was refused or failed. */
public enum AgentFailure implements FailureCode {
    /** The target holds something. */
    DIRECTORY_NOT_EMPTY(
            "agent.directory-not-empty",
            "The target directory, or the place of a tablespace, is not empty. Nothing was touched.",
            "Name an empty directory. If what lies there may go, have it replaced: onNotEmpty: replace in the job, --replace at the command line."),
    /** The target cannot be a data directory. */
    DIRECTORY_UNFIT(
            "agent.directory-unfit",
            "The target cannot become a data directory: a relative path, no directory, or a parent that is missing or not "
                    + "writable. Nothing was touched.",
            "Name an absolute path whose parent exists and belongs to the user that the agent runs as."),
    /** A job names a place that the agent does not restore to. */
    TARGET_NOT_ALLOWED(
            "agent.target-not-allowed",
            "The target directory, or the place of a tablespace, lies outside the folders that this agent restores to. Nothing "
                    + "was touched.",
            "Name a place below one of those folders; or, on the agent's host, add its folder to targets in the agent's "
                    + "configuration and start the agent again."),
    /** Replacing was asked for, but what lies there is no database. */
    NOT_A_CLUSTER(
            "agent.not-a-cluster",
            "The target should be replaced, but holds neither a PostgreSQL data directory nor an unfinished restore. Nothing "
                    + "was touched.",
            "Check the path; if it is right, empty the directory by hand."),
    /** A server uses the target. */
    SERVER_RUNNING(
            "agent.server-running",
            "A server is running in the target directory. Nothing was touched.",
            "Stop the server, or restore to another directory."),
    /** Another restore uses the target. */
    RESTORE_RUNNING(
            "agent.restore-running",
            "Another restore is working in the target directory.",
            "Wait for it to end, or cancel it, then try again."),
    /** The disk is too small. */
    NOT_ENOUGH_SPACE(
            "agent.not-enough-space",
            "There is less free space than the restore needs. Nothing was touched.",
            "Free space on the file system that the message names, or restore to another one."),
    /** The disk became full on the way. */
    DISK_FULL(
            "agent.disk-full",
            "The disk became full during the restore. The instance cannot start in this state.",
            "Free space and start the same restore again: it goes on where it stopped."),
    /** A file could not be written. */
    TARGET_UNWRITABLE(
            "agent.target-unwritable",
            "A file of the target could not be written or read. The instance cannot start in this state.",
            "Correct what the message names (permissions, mount, disk) and start the same restore again: it goes on where it "
                    + "stopped."),
    /** The data key does not open. */
    KEY_REFUSED(
            "agent.key-refused",
            "The data key of the set could not be opened, so that nothing of it can be read. Nothing was touched.",
            "Check that the keeper of keys is up and unsealed, that this agent may use it, and that it holds one of the set's "
                    + "encryptors."),
    /** A repository is not configured. */
    REPOSITORY_UNKNOWN(
            "agent.repository-unknown",
            "The set lies in a repository that this agent's configuration does not know. Nothing was touched.",
            "Add the repository to the agent's configuration, under the same name as at the coordinators."),
    /** A set is not known. */
    SET_UNKNOWN(
            "agent.set-unknown",
            "There is no such set, or none of this instance. Nothing was touched.",
            "List the sets with holdfast sets; holdfast catalog rebuild --repository NAME finds those of a repository that the catalog lost."),
    /** A stream is not in the repository. */
    STREAM_MISSING(
            "agent.stream-missing",
            "The repository does not hold every stream of the set. Nothing was touched.",
            "Restore from another copy of the set, or choose another set; holdfast verify names what is missing."),
    /** The index does not describe the whole set. */
    INDEX_INCOMPLETE(
            "agent.index-incomplete",
            "The index of the set does not name each of its stripes exactly once.",
            "Choose another set, and report this one: its manifest is signed, so that this is a defect of the backup."),
    /** Log is missing. */
    WAL_INCOMPLETE(
            "agent.wal-incomplete",
            "The set does not hold all the log from its start to its stop, so that it cannot become consistent.",
            "Choose another set, and report this one: a set without its log must never be published."),
    /** The programs do not fit the set. */
    WRONG_VERSION(
            "agent.wrong-version",
            "The PostgreSQL programs of this agent are of another major version than the set. Nothing was touched.",
            "Set postgresql.binaries to programs of the set's major version, or restore without starting: after: leave in the job, --then leave at the command line."),
    /** There are no programs. */
    BINARIES_MISSING(
            "agent.binaries-missing",
            "The restore should start the instance, but postgres and pg_ctl of its version are not where this agent looks. Nothing was touched.",
            "Install that version on the agent's host, or set postgresql.binaries in its configuration to the folder that holds both programs; or restore without starting: after: leave in the job, --then leave at the command line."),
    /** The user does not fit. */
    USER_UNFIT(
            "agent.user-unfit",
            "The agent runs as a user that cannot make or start this instance. Nothing was touched.",
            "Run the agent as the database's user, or as root with postgresql.user set to that user."),
    /** The journal belongs to another set. */
    JOURNAL_OF_ANOTHER_SET(
            "agent.journal-of-another-set",
            "The target holds an unfinished restore of another set or with other places of tablespaces. Nothing was touched.",
            "Finish that restore, or give it up for this one: onNotEmpty: replace in the job, --replace at the command line."),
    /** The journal cannot be read. */
    JOURNAL_DAMAGED(
            "agent.journal-damaged",
            "The journal of an unfinished restore cannot be read.",
            "Begin anew: onNotEmpty: replace in the job, --replace at the command line."),
    /** A tablespace has no place. */
    TABLESPACE_UNMAPPED(
            "agent.tablespace-unmapped",
            "A tablespace of the set has no place on the target. Nothing was touched.",
            "Give a place for each tablespace, by its OID or its original location (the message lists them): tablespaces in the job, --tablespace OID=DIR at the command line."),
    /** A tablespace's place is not usable. */
    TABLESPACE_UNFIT(
            "agent.tablespace-unfit",
            "The place of a tablespace cannot be used: it is not absolute, given twice, inside or around another place, or is "
                    + "of no tablespace of the set. Nothing was touched.",
            "Give each tablespace an absolute place of its own outside the data directory: tablespaces in the job, --tablespace OID=DIR at the command line."),
    /** A path of the set leaves the target. */
    PATH_ESCAPES(
            "agent.path-escapes",
            "A path of the set would be written outside the target or through a link.",
            "Do not trust this set or this target: find out who made the link or the set."),
    /** Streams contradict each other. */
    FILES_CONTRADICT(
            "agent.files-contradict",
            "Two streams of the set claim the same part of a file, or describe it differently.",
            "Choose another set, and report this one."),
    /** What came out is not what went in. */
    CHECKSUM_WRONG(
            "agent.checksum-wrong",
            "Bytes of a file do not have the checksum that was taken when they were read from the database.",
            "Start the same restore again; if it stays, check the memory and disk of this host, and report the set."),
    /** An engine this agent does not know. */
    ENGINE_UNKNOWN(
            "agent.engine-unknown",
            "The set is of a database system or a kind that this agent cannot restore. Nothing was touched.",
            "Use an agent of the version that made the set."),
    /** The restored instance is not whole. */
    PROOF_FAILED(
            "agent.proof-failed",
            "The restored instance failed a check.",
            "Read which check failed; the restored directory is left as it is for looking into."),
    /** A program did not run. */
    PROGRAM_FAILED(
            "agent.program-failed",
            "A PostgreSQL program could not be run.",
            "Check postgresql.binaries and that the database's user may execute what is there."),
    /** The work was interrupted. */
    INTERRUPTED(
            "agent.interrupted",
            "The restore was interrupted.",
            "Start the same restore again: it goes on where it stopped."),
    /** Something nobody thought of. */
    DEFECT(
            "agent.defect",
            "The agent has a defect.",
            "Report it with the log of the agent; the same restore may be started again.");

    private final String code;
    private final String meaning;
    private final String remedy;

    AgentFailure(String code, String meaning, String remedy) {
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

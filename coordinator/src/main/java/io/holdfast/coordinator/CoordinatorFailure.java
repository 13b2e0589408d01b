package io.holdfast.coordinator;

import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.JobId;

/** What can go wrong with a job in the coordinator's own hands. */
public enum CoordinatorFailure implements FailureCode {
    /** The record is no job. */
    REQUEST_UNREADABLE(
            "coordinator.request-unreadable",
            "A record in the topic of jobs is not a job request.",
            "Compare the record with docs/jobs-by-topic.md and send it again; the message names the field."),
    /** The record's key differs from the id in it. */
    KEY_IS_NOT_THE_ID(
            "coordinator.key-is-not-the-id",
            "The key of a record in the topic of jobs is not the id of the job in it.",
            "Send the record with the job's id as its key."),
    /** An id came again with another request. */
    ID_USED_AGAIN(
            "coordinator.id-used-again",
            "A job id that is known already came with another request.",
            "Make a new id (a ULID) for every new job; at the command line, leave --id away."),
    /** The instance is in no configuration. */
    UNKNOWN_INSTANCE(
            "coordinator.unknown-instance",
            "The job names an instance that the coordinator does not know.",
            "Correct the name, or add the instance to the coordinator's configuration."),
    /** The set would be larger than a manifest can name. */
    TOO_MANY_STRIPES(
            "coordinator.too-many-stripes",
            "The database is too large for stripes of this size: a set has at most 250,000 of them.",
            "Raise stripes.size in the coordinators' configuration, 4GiB at most, and send the job again."),
    /** The repository is in no configuration. */
    UNKNOWN_REPOSITORY(
            "coordinator.unknown-repository",
            "The job names a repository that the coordinator does not know.",
            "Correct the name, or add the repository to the coordinator's configuration."),
    /** The encryptor is in no configuration. */
    UNKNOWN_ENCRYPTOR(
            "coordinator.unknown-encryptor",
            "The job names an encryptor that the coordinator does not know.",
            "Correct the name, or add the encryptor to the coordinator's and the gateway's configuration."),
    /** The encryptors are not as the configuration demands. */
    POLICY_UNMET(
            "coordinator.encryptor-policy",
            "A set would lack an encryptor of a group of which the configuration demands one (encryptorGroups).",
            "Name one of each group that the message shows, or change encryptorGroups in the coordinators' configuration."),
    /** The agent is in no configuration. */
    UNKNOWN_AGENT(
            "coordinator.unknown-agent",
            "The job names a restore agent that the coordinator does not know.",
            "Correct the name, or add the agent to the coordinator's configuration."),
    /** A legacy cipher without its switch. */
    LEGACY_CIPHER(
            "coordinator.legacy-cipher",
            "The job asks for a legacy cipher without allowing it.",
            "Use AES_256. If you must, allow it: allowLegacyCiphers: true in the job, --allow-legacy-ciphers at the command line."),
    /** Options that do not fit together, or a value out of its range. */
    BAD_OPTION(
            "coordinator.bad-option",
            "A value of the job is not allowed, or two of them do not fit together.",
            "Correct the value that the message names: the field of the job, at the command line the option of that name."),
    /** The job to cancel is not there. */
    UNKNOWN_TARGET(
            "coordinator.unknown-target",
            "The job to cancel is not one of this instance.",
            "Look the id up with 'holdfast jobs'; target and instance must belong together."),
    /** The job to cancel is over. */
    TARGET_IS_OVER("coordinator.target-is-over", "The job to cancel has ended already.", "Nothing needs to be done."),
    /** The job to cancel is past the point of no return. */
    TARGET_IS_PUBLISHING(
            "coordinator.target-is-publishing",
            "The job to cancel is past the point of no return: its manifest is being published.",
            "Wait until it is complete."),
    /** Two changes of encryptors at once. */
    REWRAP_RUNS(
            "coordinator.rewrap-runs",
            "Another job changes the encryptors of the instance's sets already.",
            "Wait until it has ended (holdfast jobs), or cancel it; then send this job again, with a new id."),
    /** Nobody answers about sets. */
    REWRAP_SILENT(
            "coordinator.rewrap-silent",
            "Nothing was heard of sets whose encryptors are to be changed.",
            "See that coordinators are up and reach gateway and repositories; then send the job again, with a new id: it goes on where it was."),
    /** The member that held a backup is gone. */
    SESSION_LOST(
            "coordinator.session-lost",
            "The process that held the backup open ended, and the backup with it.",
            "Nothing needs to be done while attempts are left; else look for the reason in that process's log."),
    /** A session says nothing. */
    SESSION_SILENT(
            "coordinator.session-silent",
            "Nothing was heard of the session that a job waits for.",
            "See that a coordinator is up and has free slots, and that it reaches the database."),
    /** No worker answers. */
    STRIPE_SILENT(
            "coordinator.stripe-silent",
            "Nothing was heard of a stripe that was ordered.",
            "See that workers are up and reach the database and the repository."),
    /** The catalog is not followed just now. */
    CATALOG_BEHIND(
            "coordinator.catalog-behind",
            "A set cannot be numbered, because this coordinator does not reach the catalog just now.",
            "It is tried again by itself; see that Kafka is reachable."),
    /** An agent says nothing. */
    AGENT_SILENT(
            "coordinator.agent-silent",
            "Nothing was heard of the restore agent.",
            "See that the agent of this name is up and reads the topic of restores; then ask for the restore again."),
    /** A wrapped key does not open. */
    ENCRYPTOR_UNPROVEN(
            "coordinator.encryptor-unproven",
            "An encryptor does not open the data key that it wrapped for a backup.",
            "The gateway's log and its /health/ready say why; repair that encryptor, or name another one. The backup is tried again."),
    /** An order is ahead of its job's status. */
    STATUS_MISSING(
            "coordinator.status-missing",
            "An order came, but the status of its job is not known.",
            "It is tried again; if it stays, see that the topic of statuses can be read."),
    /** The ledger does not start. */
    LEDGER_NOT_RUNNING(
            "coordinator.ledger-not-running",
            "The ledger did not begin to run in time.",
            "See that the brokers are up and let this process read, write and make topics of its own."),
    /** Something unforeseen. */
    UNFORESEEN(
            "coordinator.unforeseen",
            "Something unforeseen went wrong in the coordinator.",
            "It is tried again; if it stays, report it with the log around it.");

    private final String code;
    private final String meaning;
    private final String remedy;

    CoordinatorFailure(String code, String meaning, String remedy) {
        this.code = code;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** The refusal of an id that was used before, with another request. */
    public static Permanent idUsedAgain(JobId id) {
        return new Permanent(ID_USED_AGAIN, "the job id " + id + " was used before, with another request");
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

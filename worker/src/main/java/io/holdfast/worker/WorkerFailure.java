package io.holdfast.worker;

import io.holdfast.protocol.failure.FailureCode;

/** Failures of a worker itself; those of database, repository, keys and streams have codes of their own. */
public enum WorkerFailure implements FailureCode {
    /** The order names an instance that is not configured here. */
    UNKNOWN_INSTANCE(
            "worker.unknown-instance",
            "A stripe order names an instance that this worker's configuration does not have.",
            "Give every worker the same section instances as the coordinators, then run the job again."),
    /** The order names a repository that is not configured here. */
    UNKNOWN_REPOSITORY(
            "worker.unknown-repository",
            "A stripe order names a repository that this worker's configuration does not have.",
            "Give every worker the same section repositories as the coordinators, then run the job again."),
    /** The order cannot be carried out as it stands. */
    ORDER_UNUSABLE(
            "worker.order-unusable",
            "A stripe order contradicts itself, so that no worker can carry it out.",
            "Check that coordinators and workers are of one release; if they are, please report it with the order."),
    /** What replay needs did not come whole. */
    CLOSE_INCOMPLETE(
            "worker.close-incomplete",
            "The control file or log of a backup was gone, or shorter than a moment before, when it was to be read.",
            "Look for a tool that removes files from pg_wal; the stripe, then the backup, is tried again by itself."),
    /** Files have to be read from a directory, but none is configured. */
    NO_DATA_DIRECTORY(
            "worker.no-data-directory",
            "A job reads files straight from the data directory, but this worker's configuration names none.",
            "Set dataDirectory in the instance's section of every worker, or read through the server: access: sql in the job, --access sql at the command line.");

    private final String code;
    private final String meaning;
    private final String remedy;

    WorkerFailure(String code, String meaning, String remedy) {
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

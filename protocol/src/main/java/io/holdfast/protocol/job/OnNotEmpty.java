package io.holdfast.protocol.job;

/** What an agent does when the target directory is not empty. */
public enum OnNotEmpty {
    /** Refuses, with the target untouched. */
    REFUSE,
    /** Removes what is there first; only a directory that looks like a database's or an unfinished restore. */
    REPLACE
}

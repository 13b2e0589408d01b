package io.holdfast.agent.place;

import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Permissions of a restored file or directory: the owner's always, the group's reading where the source had it, nothing for
 * others: a server accepts only 0700 and 0750 for its directory.
 */
public enum FileMode {
    /** 0600. */
    PRIVATE_FILE("rw-------"),
    /** 0640. */
    GROUP_FILE("rw-r-----"),
    /** 0700. */
    PRIVATE_DIRECTORY("rwx------"),
    /** 0750. */
    GROUP_DIRECTORY("rwxr-x---");

    private static final int GROUP_READS = 0040;

    private final String permissions;

    FileMode(String permissions) {
        this.permissions = permissions;
    }

    /** Of a file whose source had these permission bits. */
    public static FileMode ofFile(int bits) {
        return (bits & GROUP_READS) == 0 ? PRIVATE_FILE : GROUP_FILE;
    }

    /** Of a directory whose source had these permission bits. */
    public static FileMode ofDirectory(int bits) {
        return (bits & GROUP_READS) == 0 ? PRIVATE_DIRECTORY : GROUP_DIRECTORY;
    }

    /** Of the directory that such a file lies in. */
    FileMode ofDirectory() {
        return this == PRIVATE_FILE || this == PRIVATE_DIRECTORY ? PRIVATE_DIRECTORY : GROUP_DIRECTORY;
    }

    /** For the file system. */
    public Set<PosixFilePermission> permissions() {
        return PosixFilePermissions.fromString(permissions);
    }
}

package io.holdfast.agent;

/**
 * The operating system's user that a restored instance belongs to and runs as.
 *
 * @param name for messages and programs
 * @param uid its number
 * @param gid of its primary group
 */
public record FileOwner(String name, int uid, int gid) {}

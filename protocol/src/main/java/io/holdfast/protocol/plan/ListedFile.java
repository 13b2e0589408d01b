package io.holdfast.protocol.plan;

import java.time.Instant;

/**
 * A file of the database as a listing found it.
 *
 * @param path relative to the data directory; of a tablespace: {@code pg_tblspc/OID/…}
 * @param size in bytes when it was listed
 * @param modified its modification time
 */
public record ListedFile(String path, FileKind kind, long size, Instant modified) {}

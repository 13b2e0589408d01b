package io.holdfast.protocol.plan;

/** A tablespace: its OID, and where it lies on the source. */
public record Tablespace(long oid, String location) {}

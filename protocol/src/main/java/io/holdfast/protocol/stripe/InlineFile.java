package io.holdfast.protocol.stripe;

/** A small file whose text travels in the order itself: backup_label, tablespace_map. */
public record InlineFile(String path, String text) {}

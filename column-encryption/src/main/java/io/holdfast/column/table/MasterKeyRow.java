package io.holdfast.column.table;

import io.holdfast.column.key.MasterKeyEntry;
import io.holdfast.protocol.Bytes;

/** A column master key as the key tables have it: the signature is its own, over the entry. */
public record MasterKeyRow(String name, MasterKeyEntry entry, Bytes signature) {}

package io.holdfast.keys.store;

import io.holdfast.protocol.SecretBytes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Secrets by name. */
public interface SecretRecords {
    /** The names of all records. */
    Set<String> names();

    /** The secret of a record, to be closed by the caller; empty when there is none of this name. */
    Optional<SecretBytes> get(String name);

    /** Puts records, new or in the place of old ones, and removes others, in one durable step. */
    void change(Map<String, SecretBytes> put, Set<String> remove);

    /** Puts one record. */
    default void put(String name, SecretBytes secret) {
        change(Map.of(name, secret), Set.of());
    }
}

package io.holdfast.keys.memory;

import io.holdfast.keys.store.SecretRecords;
import io.holdfast.protocol.SecretBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Secrets that end with the process. */
public final class MemoryRecords implements SecretRecords {
    private final Map<String, SecretBytes> records = new HashMap<>();

    @Override
    public synchronized Set<String> names() {
        return Set.copyOf(records.keySet());
    }

    @Override
    public synchronized Optional<SecretBytes> get(String name) {
        return Optional.ofNullable(records.get(name)).map(SecretBytes::copy);
    }

    @Override
    public synchronized void change(Map<String, SecretBytes> put, Set<String> remove) {
        records.keySet().removeAll(remove);
        put.forEach((name, secret) -> records.put(name, secret.copy()));
    }
}

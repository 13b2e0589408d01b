package io.holdfast.keys.store;

import io.holdfast.keys.ring.Switches;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.id.EncryptorName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which encryptors are disabled, in a sealed store, so that a gateway that is started again still knows it and nobody can take
 * the mark away without the store's key: records {@code disabled/NAME}, content {@code u64 seconds since 1970 | who, UTF-8}. They
 * are for encryptors of every kind.
 */
public final class StoreSwitches implements Switches {
    private static final String PREFIX = "disabled/";

    private final SecretRecords store;
    private final InstantSource clock;

    /** In {@code store}, which stays its owner's to close. */
    public StoreSwitches(SecretRecords store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public Optional<Disabled> disabled(EncryptorName name) {
        Optional<SecretBytes> content = store.get(PREFIX + name.text());
        if (content.isEmpty()) {
            return Optional.empty();
        }
        try (SecretBytes found = content.get()) {
            return Optional.of(found.use(StoreSwitches::read));
        }
    }

    /** All that are disabled, by name. */
    public Map<EncryptorName, Disabled> all() {
        Map<EncryptorName, Disabled> all = new TreeMap<>(Comparator.comparing(EncryptorName::text));
        store.names().stream()
                .filter(record -> record.startsWith(PREFIX))
                .map(record -> new EncryptorName(record.substring(PREFIX.length())))
                .forEach(name -> disabled(name).ifPresent(found -> all.put(name, found)));
        return all;
    }

    private static Disabled read(byte[] bytes) {
        ByteBuffer layout = ByteBuffer.wrap(bytes);
        Instant since = Instant.ofEpochSecond(layout.getLong());
        return new Disabled(since, StandardCharsets.UTF_8.decode(layout).toString());
    }

    @Override
    public synchronized void disable(EncryptorName name, String by) {
        if (disabled(name).isPresent()) {
            return;
        }
        byte[] who = by.getBytes(StandardCharsets.UTF_8);
        byte[] content = ByteBuffer.allocate(Long.BYTES + who.length)
                .putLong(clock.instant().getEpochSecond())
                .put(who)
                .array();
        try (SecretBytes record = SecretBytes.takeOver(content)) {
            store.put(PREFIX + name.text(), record);
        }
    }

    @Override
    public synchronized void enable(EncryptorName name) {
        if (disabled(name).isPresent()) {
            store.change(Map.of(), Set.of(PREFIX + name.text()));
        }
    }
}

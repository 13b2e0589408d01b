package io.holdfast.keys.store;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.ring.SwitchedEncryptor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The keys of a sealed store without a gateway, for a restore when nothing else is alive; unwraps, changes nothing. */
public final class OfflineKeys implements AutoCloseable {
    private final SealedStore store;
    private final KeyRing keys;

    private OfflineKeys(SealedStore store, InstantSource clock) {
        this.store = store;
        StoreEncryptors encryptors = new StoreEncryptors(store);
        StoreSwitches switches = new StoreSwitches(store, clock);
        List<Encryptor> all = new ArrayList<>();
        encryptors.names().forEach(name -> all.add(encryptors.encryptor(name)));
        new StoreCertificates(store).all().forEach(one -> all.add(one.encryptor(clock)));
        List<SwitchedEncryptor> switched = all.stream()
                .map(encryptor -> new SwitchedEncryptor(encryptor, switches))
                .toList();
        this.keys = new KeyRing(switched, new StoreJobKeys(store, Duration.ofDays(1), clock), new StoreSigner(store));
    }

    /** Opens a store, or a copy of one, for reading; all its encryptors and certificates unwrap, but those that were disabled. */
    public static OfflineKeys open(Path file, Unlock unlock, InstantSource clock) {
        return new OfflineKeys(SealedStore.openForReading(file, unlock), clock);
    }

    /** The port; what would change the store is {@link io.holdfast.protocol.failure.Denied}. */
    public DataKeys keys() {
        return keys;
    }

    @Override
    public void close() {
        store.close();
    }
}

package io.holdfast.keys.memory;

import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.store.StoreEncryptors;
import io.holdfast.keys.store.StoreJobKeys;
import io.holdfast.keys.store.StoreSigner;
import io.holdfast.protocol.id.EncryptorName;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A keeper of keys without a gateway or a file, for tests: the same encryptors, job keys and signer over memory. */
public final class MemoryDataKeys {
    private MemoryDataKeys() {}

    /** Keys with these encryptors; job keys live a day. */
    public static KeyRing of(InstantSource clock, EncryptorName... names) {
        return over(new MemoryRecords(), clock, names);
    }

    /** The same over records that the caller can look at. */
    public static KeyRing over(MemoryRecords records, InstantSource clock, EncryptorName... names) {
        StoreEncryptors encryptors = new StoreEncryptors(records);
        for (EncryptorName name : names) {
            encryptors.add(name);
        }
        StoreSigner signer = new StoreSigner(records);
        signer.add();
        return new KeyRing(
                List.of(names).stream().map(encryptors::encryptor).toList(),
                new StoreJobKeys(records, Duration.ofDays(1), clock),
                signer);
    }
}

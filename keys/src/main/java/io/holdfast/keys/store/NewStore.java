package io.holdfast.keys.store;

import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.id.EncryptorName;
import java.nio.file.Path;
import java.util.List;

/** Makes the sealed store of a new fleet. */
public final class NewStore {
    private NewStore() {}

    /**
     * Makes a store with these encryptors and a key that signs manifests.
     *
     * @return the public half of the signing key, to be pinned in the configurations of all processes
     */
    public static SigningKey create(Path file, Unlock unlock, List<EncryptorName> names) {
        try (SealedStore store = SealedStore.create(file, unlock)) {
            StoreEncryptors encryptors = new StoreEncryptors(store);
            names.forEach(encryptors::add);
            return new StoreSigner(store).add();
        }
    }
}

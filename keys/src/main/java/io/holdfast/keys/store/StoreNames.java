package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;

/** The names of what wraps data keys in a store, of whatever kind. */
final class StoreNames {
    static final String ENCRYPTOR = "encryptor/";
    static final String CERTIFICATE = "certificate/";

    private StoreNames() {}

    /** Returns when nothing has this name yet; otherwise {@link Permanent}. */
    static void requireFree(SecretRecords store, EncryptorName name) {
        String versions = ENCRYPTOR + name.text() + "/";
        if (store.names().stream().anyMatch(record -> record.startsWith(versions))) {
            throw exists("an encryptor " + name);
        }
        if (store.names().contains(CERTIFICATE + name.text())) {
            throw exists("a certificate " + name);
        }
    }

    private static Permanent exists(String what) {
        return new Permanent(KeysFailure.ENCRYPTOR_EXISTS, "the sealed store has " + what + " already");
    }
}

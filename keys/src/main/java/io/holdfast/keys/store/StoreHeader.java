package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * What stands in clear at the head of a sealed store.
 *
 * @param format always {@value #FORMAT}
 * @param version of the layout, 1
 * @param unlockedBy {@code passphrase} or {@code key-file}
 * @param cost of Argon2id; null for a key file
 * @param salt 32 random bytes, the store's identity: salt of all derivations, part of every record's associated data
 * @param check a code under the master key, by which a wrong passphrase is told from damage
 * @param hash SHA-256 of all fields before it, so that damage of these is told from a wrong passphrase
 */
record StoreHeader(
        String format,
        int version,
        String unlockedBy,
        @Nullable Argon2Cost cost,
        Bytes salt,
        Bytes check,
        Bytes hash) {
    static final String FORMAT = "holdfast-sealed-store";
    static final int VERSION = 1;
    static final int SALT_BYTES = 32;

    StoreHeader {
        if (!format.equals(FORMAT) || salt.length() != SALT_BYTES) {
            throw new Corrupt(KeysFailure.STORE_DAMAGED, "the file is not a sealed store, or its head is damaged");
        }
        if (version != VERSION) {
            throw new Corrupt(
                    KeysFailure.STORE_DAMAGED,
                    "the sealed store is of version " + version + "; this program knows " + VERSION,
                    "Use a program of the version that wrote the store, or a newer one.");
        }
    }

    static StoreHeader of(Unlock unlock, Bytes salt, Bytes check) {
        Argon2Cost cost = unlock instanceof Unlock.Passphrase passphrase ? passphrase.cost() : null;
        Bytes hash = hash(unlock.kind(), cost, salt, check);
        return new StoreHeader(FORMAT, VERSION, unlock.kind(), cost, salt, check, hash);
    }

    boolean whole() {
        return hash.equals(hash(unlockedBy, cost, salt, check));
    }

    private static Bytes hash(String unlockedBy, @Nullable Argon2Cost cost, Bytes salt, Bytes check) {
        String fields = String.join("|", FORMAT, "1", unlockedBy, costText(cost), salt.text(), check.text());
        try {
            return Bytes.of(MessageDigest.getInstance("SHA-256").digest(fields.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static String costText(@Nullable Argon2Cost cost) {
        return cost == null ? "-" : cost.memoryKiB() + "," + cost.passes() + "," + cost.lanes();
    }
}

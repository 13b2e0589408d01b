package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.seal.Derivation;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Secrets by name in one file. Every record is sealed with AES-256-GCM under a key derived from the master key, bound to the
 * store and to its name; the whole is sealed by a code, so that no record can be added, dropped or exchanged. A change
 * writes the file anew (temporary file, fsync, rename). The master key comes from a passphrase through Argon2id, or from
 * a key file.
 *
 * <p>What it cannot detect is the return of an older whole file; see the manual.
 */
public final class SealedStore implements SecretRecords, AutoCloseable {
    /** Every passphrase, right or wrong, costs the same. */
    private record MasterKeys(SecretBytes records, SecretBytes seal, Bytes check) implements AutoCloseable {
        static MasterKeys of(SecretBytes master, byte[] salt) {
            try (SecretBytes checking = Derivation.derive(master, salt, "holdfast store check")) {
                Bytes check = Bytes.of(Derivation.authenticate(checking, salt));
                return new MasterKeys(
                        Derivation.derive(master, salt, "holdfast store records"),
                        Derivation.derive(master, salt, "holdfast store seal"),
                        check);
            }
        }

        @Override
        public void close() {
            records.close();
            seal.close();
        }
    }

    private final Path file;
    private final StoreHeader header;
    private final MasterKeys keys;
    private final Optional<StoreLock> lock;
    private final KeyWrap wrap = new KeyWrap(new SecureRandom());
    private Map<String, Bytes> records;

    private SealedStore(Path file, StoreHeader header, MasterKeys keys, Optional<StoreLock> lock) {
        this.file = file;
        this.header = header;
        this.keys = keys;
        this.lock = lock;
        this.records = new TreeMap<>();
    }

    /**
     * Makes an empty store, open for writing.
     *
     * @throws Permanent when there is a file already, or the secret is too weak
     */
    public static SealedStore create(Path file, Unlock unlock) {
        if (Files.exists(file)) {
            throw new Permanent(KeysFailure.STORE_EXISTS, "there is a sealed store at " + file + " already");
        }
        if (unlock instanceof Unlock.Passphrase passphrase) {
            passphrase.refuseWeak();
        }
        StoreLock lock = StoreLock.take(file);
        byte[] salt = new byte[StoreHeader.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        Argon2Cost cost = unlock instanceof Unlock.Passphrase passphrase ? passphrase.cost() : Argon2Cost.STANDARD;
        try (SecretBytes master = master(unlock, salt, cost)) {
            MasterKeys keys = MasterKeys.of(master, salt);
            StoreHeader header = StoreHeader.of(unlock, Bytes.of(salt), keys.check());
            SealedStore store = new SealedStore(file, header, keys, Optional.of(lock));
            store.write(new TreeMap<>());
            return store;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Opens for reading and writing; no other process may have it open for writing. */
    public static SealedStore open(Path file, Unlock unlock) {
        StoreLock lock = StoreLock.take(file);
        try {
            return read(file, unlock, Optional.of(lock));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Opens for reading only, also while a gateway has it open. */
    public static SealedStore openForReading(Path file, Unlock unlock) {
        return read(file, unlock, Optional.empty());
    }

    private static SealedStore read(Path file, Unlock unlock, Optional<StoreLock> lock) {
        StoreContent content = StoreFile.read(file);
        StoreHeader header = content.header();
        if (!header.whole()) {
            throw damaged(file, "its head does not fit its own digest");
        }
        if (!header.unlockedBy().equals(unlock.kind())) {
            throw new Denied(
                    KeysFailure.STORE_LOCKED,
                    "the sealed store " + file + " is unlocked by a " + header.unlockedBy() + ", not by a "
                            + unlock.kind());
        }
        byte[] salt = header.salt().toArray();
        Argon2Cost cost = header.cost() == null ? Argon2Cost.STANDARD : header.cost();
        try (SecretBytes master = master(unlock, salt, cost)) {
            MasterKeys keys = MasterKeys.of(master, salt);
            SealedStore store = new SealedStore(file, header, keys, lock);
            store.admit(content);
            return store;
        }
    }

    private void admit(StoreContent content) {
        if (!keys.check().equals(header.check())) {
            keys.close();
            throw new Denied(
                    KeysFailure.STORE_LOCKED,
                    "the " + header.unlockedBy() + " given does not unlock the sealed store " + file);
        }
        if (!seal(content.records()).equals(content.seal())) {
            keys.close();
            throw damaged(file, "a record was added, dropped or changed");
        }
        records = new TreeMap<>(content.records());
    }

    private static SecretBytes master(Unlock unlock, byte[] salt, Argon2Cost cost) {
        return switch (unlock) {
            case Unlock.Passphrase passphrase -> passphrase.masterKey(salt, cost);
            case Unlock.KeyFile keyFile -> keyFile.masterKey();
        };
    }

    @Override
    public synchronized Set<String> names() {
        return Set.copyOf(records.keySet());
    }

    /** {@inheritDoc} A record that is not what was put there is {@link Corrupt}. */
    @Override
    public synchronized Optional<SecretBytes> get(String name) {
        Bytes sealed = records.get(name);
        if (sealed == null) {
            return Optional.empty();
        }
        SecretBytes opened = KeyWrap.open(keys.records(), associated(name), sealed)
                .orElseThrow(() -> damaged(file, "the record " + name + " does not open"));
        return Optional.of(opened);
    }

    @Override
    public synchronized void change(Map<String, SecretBytes> put, Set<String> remove) {
        if (lock.isEmpty()) {
            throw new Denied(KeysFailure.STORE_READ_ONLY, "the sealed store " + file + " is open for reading only");
        }
        Map<String, Bytes> next = new TreeMap<>(records);
        next.keySet().removeAll(remove);
        put.forEach((name, secret) -> next.put(name, wrap.seal(keys.records(), associated(name), secret)));
        write(next);
    }

    private void write(Map<String, Bytes> next) {
        StoreFile.write(file, new StoreContent(header, next, seal(next)));
        records = next;
    }

    private byte[] associated(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("holdfast store record\0".getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(header.salt().toArray());
        bytes.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    private Bytes seal(Map<String, Bytes> content) {
        StringBuilder text = new StringBuilder(header.hash().text());
        for (String name : List.copyOf(new TreeMap<>(content).keySet())) {
            text.append('\n')
                    .append(name.length())
                    .append(':')
                    .append(name)
                    .append(' ')
                    .append(content.get(name));
        }
        return Bytes.of(Derivation.authenticate(keys.seal(), text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static Corrupt damaged(Path file, String why) {
        return new Corrupt(KeysFailure.STORE_DAMAGED, "the sealed store " + file + " was changed or damaged: " + why);
    }

    @Override
    public synchronized void close() {
        keys.close();
        lock.ifPresent(StoreLock::close);
    }
}

package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.keys.seal.SetContextBytes;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import java.security.SecureRandom;
import java.util.List;

/** The encryptors of a sealed store: AES-256 keys with versions, records {@code encryptor/NAME/VERSION}. */
public final class StoreEncryptors {
    private static final String PREFIX = StoreNames.ENCRYPTOR;
    private static final String KIND = "store";

    private final SecretRecords store;
    private final KeyWrap wrap = new KeyWrap(new SecureRandom());

    /** Of {@code store}, which stays its owner's to close. */
    public StoreEncryptors(SecretRecords store) {
        this.store = store;
    }

    /** The names, sorted. */
    public List<EncryptorName> names() {
        return store.names().stream()
                .filter(record -> record.startsWith(PREFIX))
                .map(record -> record.substring(PREFIX.length(), record.lastIndexOf('/')))
                .distinct()
                .sorted()
                .map(EncryptorName::new)
                .toList();
    }

    /** The versions of an encryptor's key, ascending; empty when there is none of this name. */
    public List<Integer> versions(EncryptorName name) {
        String prefix = PREFIX + name.text() + "/";
        return store.names().stream()
                .filter(record -> record.startsWith(prefix))
                .map(record -> Integer.valueOf(record.substring(prefix.length())))
                .sorted()
                .toList();
    }

    /** A new encryptor with a key of its own; a name that is there already is {@link Permanent}. */
    public synchronized void add(EncryptorName name) {
        StoreNames.requireFree(store, name);
        putVersion(name, 1);
    }

    /** A new version of the encryptor's key: wraps from now on; earlier versions still unwrap. Returns its number. */
    public synchronized int rotate(EncryptorName name) {
        int next = newest(name) + 1;
        putVersion(name, next);
        return next;
    }

    private void putVersion(EncryptorName name, int version) {
        try (SecretBytes key = wrap.newKey()) {
            store.put(record(name, version), key);
        }
    }

    /** One encryptor; an unknown name is {@link Permanent}. */
    public Encryptor encryptor(EncryptorName name) {
        newest(name);
        return new StoreEncryptor(name);
    }

    private int newest(EncryptorName name) {
        List<Integer> versions = versions(name);
        if (versions.isEmpty()) {
            throw new Permanent(
                    KeysFailure.UNKNOWN_ENCRYPTOR,
                    "the sealed store has no encryptor " + name + "; it has: " + names(),
                    "Correct the name, or add the encryptor to the store (holdfast keys add " + name + ").");
        }
        return versions.getLast();
    }

    private static String record(EncryptorName name, int version) {
        return PREFIX + name.text() + "/" + version;
    }

    private final class StoreEncryptor implements Encryptor {
        private final EncryptorName name;

        StoreEncryptor(EncryptorName name) {
            this.name = name;
        }

        @Override
        public EncryptorName name() {
            return name;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public WrappedKey wrap(SetContext context, SecretBytes dataKey) {
            int version = newest(name);
            try (SecretBytes key = key(version)) {
                Bytes sealed = wrap.seal(key, SetContextBytes.of(context), dataKey);
                return new WrappedKey(name, KIND, Integer.toString(version), sealed);
            }
        }

        @Override
        public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
            if (!wrapped.kind().equals(KIND) || !wrapped.keyVersion().matches("[1-9][0-9]{0,8}")) {
                throw doesNotOpen(context, "it is of kind " + wrapped.kind() + ", version " + wrapped.keyVersion());
            }
            try (SecretBytes key = key(Integer.parseInt(wrapped.keyVersion()))) {
                return KeyWrap.open(key, SetContextBytes.of(context), wrapped.sealed())
                        .orElseThrow(() -> doesNotOpen(context, "it is damaged, or was wrapped for another set"));
            }
        }

        @Override
        public void rotate() {
            StoreEncryptors.this.rotate(name);
        }

        private SecretBytes key(int version) {
            return store.get(record(name, version))
                    .orElseThrow(() -> new Denied(
                            KeysFailure.KEY_VERSION_GONE,
                            "the sealed store has no version " + version + " of encryptor " + name + "; it has "
                                    + versions(name)));
        }

        private Corrupt doesNotOpen(SetContext context, String why) {
            return new Corrupt(
                    KeysFailure.DOES_NOT_OPEN,
                    "the data key of set " + context.set() + " does not open under encryptor " + name + ": " + why);
        }
    }
}

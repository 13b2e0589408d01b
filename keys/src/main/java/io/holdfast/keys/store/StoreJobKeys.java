package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ring.JobKeys;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.keys.seal.SetContextBytes;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The ephemeral keys of running jobs in a sealed store, so that a gateway that is started again still knows them: records
 * {@code job/SET} or {@code job/JOB}, content {@code u64 seconds of expiry | key[32]}.
 */
public final class StoreJobKeys implements JobKeys {
    private static final String PREFIX = "job/";
    private static final String KIND = "job";
    /** A set that its job makes, or a job that keys are lent to. */
    private static final Pattern HOLDER = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}(-[1-9])?");

    private static final int JOB_LENGTH = 26;
    private static final EncryptorName NAME = new EncryptorName("job");

    private final SecretRecords store;
    private final KeyWrap wrap = new KeyWrap(new SecureRandom());
    private final Duration life;
    private final InstantSource clock;

    /** Keys that live {@code life} at most. */
    public StoreJobKeys(SecretRecords store, Duration life, InstantSource clock) {
        this.store = store;
        this.life = life;
        this.clock = clock;
    }

    @Override
    public synchronized WrappedKey wrap(SetContext context, SecretBytes dataKey) {
        refuseOvertaken(context.set());
        return wrapUnder(context.set().text(), context, dataKey);
    }

    @Override
    public synchronized WrappedKey lend(SetContext context, SecretBytes dataKey, JobId job) {
        return wrapUnder(job.text(), context, dataKey);
    }

    private WrappedKey wrapUnder(String holder, SetContext context, SecretBytes dataKey) {
        try (SecretBytes key = find(holder).orElseGet(() -> make(holder))) {
            Bytes sealed = wrap.seal(key, SetContextBytes.of(context), dataKey);
            return new WrappedKey(NAME, KIND, holder, sealed);
        }
    }

    @Override
    public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
        String holder = wrapped.keyVersion();
        if (!wrapped.kind().equals(KIND) || !HOLDER.matcher(holder).matches()) {
            throw new Corrupt(
                    KeysFailure.DOES_NOT_OPEN,
                    "what shall open for a job of set " + context.set() + " is no job key's");
        }
        SecretBytes found = find(holder).orElseThrow(() -> ended(holder, "it has none, or it has ended"));
        try (SecretBytes key = found) {
            return KeyWrap.open(key, SetContextBytes.of(context), wrapped.sealed())
                    .orElseThrow(() -> new Corrupt(
                            KeysFailure.DOES_NOT_OPEN,
                            "the data key of set " + context.set() + " does not open under the key of job " + holder
                                    + ": it is damaged, or was wrapped for another set"));
        }
    }

    @Override
    public synchronized void end(JobId job) {
        Set<String> gone = new HashSet<>();
        store.names().stream()
                .filter(record -> record.startsWith(PREFIX + job.text()))
                .forEach(gone::add);
        if (!gone.isEmpty()) {
            store.change(Map.of(), gone);
        }
    }

    /** How many jobs have keys now. */
    public long running() {
        return store.names().stream()
                .filter(record -> record.startsWith(PREFIX))
                .count();
    }

    private SecretBytes make(String holder) {
        Set<String> gone = new HashSet<>(expired());
        store.names().stream()
                .filter(record -> record.startsWith(PREFIX + holder.substring(0, JOB_LENGTH)))
                .forEach(gone::add);
        SecretBytes key = wrap.newKey();
        long expiry = clock.instant().plus(life).getEpochSecond();
        try (SecretBytes content = key.use(bytes -> SecretBytes.takeOver(ByteBuffer.allocate(Long.BYTES + bytes.length)
                .putLong(expiry)
                .put(bytes)
                .array()))) {
            store.change(Map.of(PREFIX + holder, content), gone);
        }
        return key;
    }

    /** An attempt that a later one has overtaken gets no key. */
    private void refuseOvertaken(SetId set) {
        store.names().stream()
                .filter(record -> record.startsWith(PREFIX + set.job().text() + "-"))
                .map(record -> record.substring(PREFIX.length()))
                .filter(other -> other.compareTo(set.text()) > 0)
                .findFirst()
                .ifPresent(later -> {
                    throw ended(set.text(), "the later attempt " + later + " runs");
                });
    }

    private Optional<SecretBytes> find(String holder) {
        Optional<SecretBytes> content = store.get(PREFIX + holder);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        try (SecretBytes found = content.get()) {
            return found.use(bytes -> {
                ByteBuffer layout = ByteBuffer.wrap(bytes);
                if (clock.instant().getEpochSecond() >= layout.getLong()) {
                    return Optional.empty();
                }
                byte[] key = new byte[layout.remaining()];
                layout.get(key);
                return Optional.of(SecretBytes.takeOver(key));
            });
        }
    }

    private Set<String> expired() {
        Set<String> gone = new HashSet<>();
        Instant now = clock.instant();
        for (String record : store.names()) {
            if (record.startsWith(PREFIX) && expiry(record).isBefore(now)) {
                gone.add(record);
            }
        }
        return gone;
    }

    private Instant expiry(String record) {
        try (SecretBytes content = store.get(record).orElseThrow()) {
            return content.use(
                    bytes -> Instant.ofEpochSecond(ByteBuffer.wrap(bytes).getLong()));
        }
    }

    private static Denied ended(String holder, String why) {
        return new Denied(KeysFailure.JOB_ENDED, "job " + holder + " has no key here: " + why);
    }
}

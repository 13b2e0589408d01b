package io.holdfast.keys.ring;

import io.holdfast.keys.DataKeyCommitment;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.SignedBody;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.seal.KeyWrap;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Several encryptors behind the port of data keys; what the gateway serves, and what an offline restore opens. */
public final class KeyRing implements DataKeys {
    private final Map<EncryptorName, Encryptor> encryptors = new LinkedHashMap<>();
    private final JobKeys jobs;
    private final Signer signer;
    private final WrapRule rule;
    private final KeyWrap wrap = new KeyWrap(new SecureRandom());

    /** Wires the parts; encryptors of the same name are an {@link IllegalArgumentException}. */
    public KeyRing(List<? extends Encryptor> encryptors, JobKeys jobs, Signer signer) {
        this(encryptors, jobs, signer, WrapRule.ANY);
    }

    /** The same, where only encryptors wrap that {@code rule} allows. */
    public KeyRing(List<? extends Encryptor> encryptors, JobKeys jobs, Signer signer, WrapRule rule) {
        for (Encryptor encryptor : encryptors) {
            if (this.encryptors.putIfAbsent(encryptor.name(), encryptor) != null) {
                throw new IllegalArgumentException("two encryptors are called " + encryptor.name());
            }
        }
        this.jobs = jobs;
        this.signer = signer;
        this.rule = rule;
    }

    /** The encryptors by name, in the order given. */
    public List<Encryptor> encryptors() {
        return List.copyOf(encryptors.values());
    }

    @Override
    public NewDataKey make(SetContext context, List<EncryptorName> names) {
        List<Encryptor> chosen = chosen(names);
        try (SecretBytes dataKey = wrap.newKey()) {
            List<WrappedKey> wrapped = new ArrayList<>();
            for (Encryptor encryptor : chosen) {
                wrapped.add(encryptor.wrap(context, dataKey));
            }
            return new NewDataKey(
                    DataKeyCommitment.of(context.set(), dataKey),
                    wrapped,
                    jobs.wrap(context, dataKey),
                    chosen.stream()
                            .flatMap(encryptor -> encryptor.warning().stream())
                            .toList());
        }
    }

    private List<Encryptor> chosen(List<EncryptorName> names) {
        requireCount(names);
        if (new HashSet<>(names).size() != names.size()) {
            throw badRequest("an encryptor is named twice: " + names);
        }
        List<Encryptor> chosen = names.stream().map(this::require).toList();
        chosen.forEach(rule::require);
        return chosen;
    }

    @Override
    public SecretBytes unwrapForJob(SetContext context, WrappedKey jobWrapped) {
        return jobs.unwrap(context, jobWrapped);
    }

    @Override
    public WrappedKey lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job) {
        try (SecretBytes dataKey = unwrap(context, wrapped, commitment)) {
            return jobs.lend(context, dataKey, job);
        }
    }

    @Override
    public SecretBytes unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        requireCount(wrapped);
        List<Failure> failures = new ArrayList<>();
        for (WrappedKey key : wrapped) {
            try {
                return compared(context, key, keeper(context, key).unwrap(context, key), commitment);
            } catch (Failure e) {
                failures.add(e);
            }
        }
        throw noneOpens(context, wrapped, failures);
    }

    @Override
    public List<WrappedKey> rewrap(
            SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> names) {
        List<Encryptor> chosen = chosen(names);
        try (SecretBytes dataKey = unwrap(context, wrapped, commitment)) {
            Rewrap rewrap = new Rewrap(context, dataKey, wrapped);
            return chosen.stream().map(rewrap::by).toList();
        }
    }

    @Override
    public List<EncryptorProof> prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        requireCount(wrapped);
        return wrapped.stream().map(key -> proof(context, key, commitment)).toList();
    }

    private EncryptorProof proof(SetContext context, WrappedKey key, Bytes commitment) {
        try {
            Optional<SecretBytes> opened = keeper(context, key).prove(context, key);
            opened.ifPresent(
                    secret -> compared(context, key, secret, commitment).close());
            EncryptorProof.How how = opened.isPresent() ? EncryptorProof.How.OPENED : EncryptorProof.How.LOOKED_AT;
            return new EncryptorProof(key.encryptor(), how, Optional.empty());
        } catch (Failure e) {
            return new EncryptorProof(key.encryptor(), EncryptorProof.How.OPENED, Optional.of(e.report()));
        }
    }

    @Override
    public void endJob(JobId job) {
        jobs.end(job);
    }

    @Override
    public ManifestSignature sign(Bytes body) {
        return signDigest(SignedBody.digest(body));
    }

    /** The same as {@link #sign} for who has the digest only. */
    public ManifestSignature signDigest(Bytes digest) {
        if (digest.length() != SignedBody.DIGEST_BYTES) {
            throw badRequest("a body's digest is " + SignedBody.DIGEST_BYTES + " bytes, not " + digest.length());
        }
        return signer.signDigest(digest);
    }

    @Override
    public List<SigningKey> publicKeys() {
        return signer.publicKeys();
    }

    private static SecretBytes compared(SetContext context, WrappedKey key, SecretBytes opened, Bytes commitment) {
        if (DataKeyCommitment.fits(context.set(), opened, commitment)) {
            return opened;
        }
        opened.close();
        throw otherKey(context, key);
    }

    private static Corrupt otherKey(SetContext context, WrappedKey key) {
        return new Corrupt(
                KeysFailure.OTHER_KEY,
                "what encryptor " + key.encryptor() + " wrapped for set " + context.set()
                        + " opens, but is not the data key that the manifest commits to");
    }

    /** The encryptor of this name; an unknown one is {@link Permanent}. */
    public Encryptor require(EncryptorName name) {
        Encryptor encryptor = encryptors.get(name);
        if (encryptor == null) {
            throw new Permanent(
                    KeysFailure.UNKNOWN_ENCRYPTOR,
                    "there is no encryptor " + name + " here; there are: " + encryptors.keySet());
        }
        return encryptor;
    }

    /** The encryptor that wrapped the key: the one of its name, or for a certificate's key whoever has it here. */
    private Encryptor keeper(SetContext context, WrappedKey key) {
        Encryptor named = encryptors.get(key.encryptor());
        if (named != null && named.holds(key)) {
            return named;
        }
        if (!key.kind().equals(Encryptor.CERTIFICATE)) {
            return require(key.encryptor());
        }
        return encryptors.values().stream()
                .filter(encryptor -> encryptor.holds(key))
                .findFirst()
                .orElseThrow(() -> new Permanent(
                        KeysFailure.PRIVATE_KEY_ELSEWHERE,
                        "set " + context.set() + " was wrapped by encryptor " + key.encryptor()
                                + " to the key of a certificate, " + key.keyVersion()
                                + ", that nothing here has; there are: "
                                + encryptors.keySet()));
    }

    private static void requireCount(List<?> given) {
        if (given.isEmpty() || given.size() > MOST_ENCRYPTORS) {
            throw badRequest("a set has 1 to " + MOST_ENCRYPTORS + " encryptors, not " + given.size());
        }
    }

    private static Permanent badRequest(String message) {
        return new Permanent(KeysFailure.BAD_REQUEST, message);
    }

    /** Of one encryptor its own failure; of several one that says why for each, and may be worth another try. */
    private static Failure noneOpens(SetContext context, List<WrappedKey> wrapped, List<Failure> failures) {
        if (failures.size() == 1) {
            return failures.getFirst();
        }
        StringBuilder message = new StringBuilder("no encryptor opens the data key of set " + context.set() + ":");
        for (int i = 0; i < failures.size(); i++) {
            String separator = i == 0 ? " " : "; ";
            message.append(separator)
                    .append(wrapped.get(i).encryptor())
                    .append(": ")
                    .append(failures.get(i).what());
        }
        if (failures.stream().anyMatch(Transient.class::isInstance)) {
            return new Transient(KeysFailure.NONE_OPENS, message.toString());
        }
        return failures.stream().anyMatch(Denied.class::isInstance)
                ? new Denied(KeysFailure.NONE_OPENS, message.toString())
                : new Corrupt(KeysFailure.NONE_OPENS, message.toString());
    }
}

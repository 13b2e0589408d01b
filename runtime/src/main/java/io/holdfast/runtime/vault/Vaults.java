package io.holdfast.runtime.vault;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretRefs;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.SecretSource;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Vaults of a process. Secrets are read from the first of them, anew each time that one is asked for: nothing is kept, so
 * a secret that was changed in Vault is the new one for whoever asks next.
 */
public final class Vaults implements SecretSource, AutoCloseable {
    private final Map<String, VaultSession> sessions = new LinkedHashMap<>();
    private final SecretResolver logins;

    /** Of these Vaults by name; none is contacted yet. Their own logins come from {@code logins}. */
    public Vaults(Map<String, VaultSettings> vaults, SecretResolver logins) {
        this.logins = logins;
        vaults.forEach((name, settings) -> sessions.put(name, new VaultSession(name, settings, logins)));
    }

    /**
     * The Vaults of a process that starts: every secret in Vault that its configuration refers to was read once, so that what
     * would fail later fails now.
     *
     * @throws io.holdfast.protocol.failure.Failure naming the reference and the Vault; nothing stays open
     */
    public static Vaults forStart(Record config, Map<String, VaultSettings> vaults, SecretResolver logins) {
        Vaults opened = new Vaults(vaults, logins);
        try {
            for (SecretRef reference : SecretRefs.usedAtStart(config, SecretRef.Scheme.VAULT)) {
                opened.read(reference).close();
            }
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Reads every kind of reference; usable until these Vaults are closed. */
    public SecretResolver secrets() {
        return logins.with(this);
    }

    /** The session of the Vault with this name. */
    public Optional<VaultSession> session(String name) {
        return Optional.ofNullable(sessions.get(name));
    }

    /** The names of all. */
    public Set<String> names() {
        return Collections.unmodifiableSet(sessions.keySet());
    }

    @Override
    public SecretRef.Scheme scheme() {
        return SecretRef.Scheme.VAULT;
    }

    @Override
    public SecretBytes read(SecretRef reference) {
        VaultSession session = sessions.values().stream()
                .findFirst()
                .orElseThrow(() -> new Permanent(
                        RuntimeFailure.SECRET_SCHEME_UNKNOWN,
                        "the secret " + reference + " needs a Vault, and the configuration has no section vaults"));
        int hash = reference.location().indexOf('#');
        String value = session.readSecret(reference, reference.location().substring(0, hash))
                .get(reference.location().substring(hash + 1));
        if (value == null || value.isEmpty()) {
            throw new Permanent(
                    RuntimeFailure.VAULT_MISSING,
                    session.where() + ", secret " + reference + ": it has no such field, or an empty one");
        }
        return SecretBytes.takeOver(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        sessions.values().forEach(VaultSession::close);
    }
}

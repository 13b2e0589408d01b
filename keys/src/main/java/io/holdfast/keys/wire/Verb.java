package io.holdfast.keys.wire;

import io.holdfast.runtime.tls.Role;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** What can be asked of a gateway, where, and by whom. */
public enum Verb {
    MAKE("/v1/keys/make", Role.COORDINATOR),
    UNWRAP_FOR_JOB("/v1/keys/unwrap-for-job", Role.WORKER),
    UNWRAP("/v1/keys/unwrap", Role.AGENT),
    PROVE("/v1/keys/prove", Role.COORDINATOR, Role.OPERATOR),
    LEND("/v1/keys/lend", Role.COORDINATOR),
    REWRAP("/v1/keys/rewrap", Role.COORDINATOR),
    END_JOB("/v1/jobs/end", Role.COORDINATOR),
    SIGN("/v1/manifests/sign", Role.COORDINATOR),
    PUBLIC_KEYS("/v1/manifests/keys", Role.values()),
    ENCRYPTORS("/v1/encryptors", Role.OPERATOR, Role.KEY_ADMIN),
    DISABLE_ENCRYPTOR("/v1/encryptors/disable", Role.KEY_ADMIN),
    ENABLE_ENCRYPTOR("/v1/encryptors/enable", Role.KEY_ADMIN),
    ROTATE_ENCRYPTOR("/v1/encryptors/rotate", Role.KEY_ADMIN),
    AUDIT("/v1/audit", Role.OPERATOR);

    private final String path;
    /** Unmodifiable; the checker does not know it. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<Role> roles;

    Verb(String path, Role... roles) {
        this.path = path;
        this.roles = Set.of(roles);
    }

    /** Whether it only reads: then it may be asked by GET, without a body, as well as by POST. */
    public boolean reads() {
        return switch (this) {
            case PUBLIC_KEYS, ENCRYPTORS, AUDIT -> true;
            default -> false;
        };
    }

    /** Whether it changes what encryptors do: then it is written down before it is done, too. */
    public boolean changesEncryptors() {
        return switch (this) {
            case DISABLE_ENCRYPTOR, ENABLE_ENCRYPTOR, ROTATE_ENCRYPTOR -> true;
            default -> false;
        };
    }

    /** The path of its requests. */
    public String path() {
        return path;
    }

    /** Whether a caller of this role may ask it. */
    public boolean allows(Role role) {
        return roles.contains(role);
    }

    /** The roles that may ask it. */
    public Set<Role> roles() {
        return roles;
    }

    /** The verb of a path; empty for any other. */
    public static Optional<Verb> ofPath(String path) {
        return Arrays.stream(values()).filter(verb -> verb.path.equals(path)).findFirst();
    }
}

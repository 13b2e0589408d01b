package io.holdfast.runtime.tls;

import java.util.Locale;
import java.util.Optional;

/** What a process or person is to the fleet; stands in the certificate's OU. */
public enum Role {
    GATEWAY,
    COORDINATOR,
    WORKER,
    AGENT,
    /** A person who looks on. */
    OPERATOR,
    /** A person who may disable, enable and rotate encryptors. */
    KEY_ADMIN;

    /** The word in certificates and file names, such as {@code worker} or {@code key-admin}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The role of a word; empty for any other. */
    public static Optional<Role> ofLabel(String label) {
        for (Role role : values()) {
            if (role.label().equals(label)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}

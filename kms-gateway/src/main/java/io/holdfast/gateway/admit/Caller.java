package io.holdfast.gateway.admit;

import io.holdfast.runtime.tls.Role;
import java.util.Optional;

/**
 * Who calls, as the certificate says that the fleet's CA signed.
 *
 * @param role the role in its OU; empty when it names none of ours
 * @param name its common name, shortened and without odd characters
 * @param serial its serial number, hexadecimal
 */
public record Caller(Optional<Role> role, String name, String serial) {
    private static final int LONGEST = 64;

    public Caller {
        String plain = name.replaceAll("[^A-Za-z0-9_.@ -]", "?");
        name = plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
    }

    /** Role and name, for the audit log. */
    public String label() {
        return role.map(Role::label).orElse("unknown") + "/" + name;
    }
}

package io.holdfast.gateway.admit;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.runtime.tls.Role;
import java.util.stream.Collectors;

/** Which role may ask what. */
public final class Admission {
    private Admission() {}

    /** Returns when the caller's role may ask {@code verb}; otherwise {@link Denied}. */
    public static void require(Caller caller, Verb verb) {
        Role role = caller.role()
                .orElseThrow(() -> new Denied(
                        GatewayFailure.ROLE_UNKNOWN,
                        "the certificate of " + caller.name() + " (serial " + caller.serial()
                                + ") names no role of the fleet"));
        if (!verb.allows(role)) {
            String allowed = verb.roles().stream().map(Role::label).sorted().collect(Collectors.joining(", "));
            throw new Denied(
                    GatewayFailure.ROLE_LACKS_RIGHT,
                    "the role " + role.label() + " may not call " + verb.path() + "; that is for: " + allowed);
        }
    }
}

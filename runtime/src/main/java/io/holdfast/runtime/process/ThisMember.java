package io.holdfast.runtime.process;

import io.holdfast.protocol.id.MemberId;
import io.holdfast.runtime.tls.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** Who this process is among the fleet's. */
public final class ThisMember {
    private static final int LONGEST_HOST = 64;

    private ThisMember() {}

    /** A new id: role, host and a random part; two members of one process have two. */
    public static MemberId as(Role role) {
        String random = "%08x".formatted(ThreadLocalRandom.current().nextInt());
        return new MemberId(role.label() + "-" + host() + "-" + random);
    }

    /** The machine's name, shortened and without what an id may not hold. */
    public static String host() {
        String name = System.getenv().getOrDefault("HOSTNAME", "");
        if (name.isEmpty()) {
            try {
                name = InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                name = "unknown";
            }
        }
        String tame =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-").replaceAll("^[.-]+", "");
        return tame.isEmpty() ? "unknown" : tame.substring(0, Math.min(LONGEST_HOST, tame.length()));
    }
}

package io.holdfast.messaging.topic;

import io.holdfast.protocol.failure.Permanent;

/**
 * How many brokers keep a record, and how many must have it before a write counts.
 *
 * @param replication 1 to 32
 * @param minInsync 1 to {@code replication}
 */
public record Durability(int replication, int minInsync) {
    /** Three copies, two of them before a write counts. */
    public static final Durability STANDARD = new Durability(3, 2);

    /** One copy: for a single broker, and only when somebody asks for it by name. */
    public static final Durability SINGLE = new Durability(1, 1);

    public Durability {
        boolean fits = replication >= 1 && replication <= 32 && minInsync >= 1 && minInsync <= replication;
        if (!fits) {
            throw Permanent.invalid(
                    "replication is 1 to 32, and min.insync.replicas 1 to as many",
                    replication + " with min.insync.replicas " + minInsync);
        }
    }

    /** So many copies, more than half of them before a write counts. */
    public static Durability of(int replication) {
        return new Durability(replication, replication / 2 + 1);
    }
}

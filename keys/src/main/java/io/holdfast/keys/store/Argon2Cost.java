package io.holdfast.keys.store;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Corrupt;

/**
 * How hard a passphrase is to guess (Argon2id, RFC 9106).
 *
 * @param memoryKiB memory in KiB, 8 to 1,048,576
 * @param passes 1 to 16
 * @param lanes 1 to 16
 */
public record Argon2Cost(int memoryKiB, int passes, int lanes) {
    /** What new stores use: 64 MiB and three passes, about 165 ms on one core of 2024. */
    public static final Argon2Cost STANDARD = new Argon2Cost(64 * 1024, 3, 1);

    public Argon2Cost {
        boolean fits =
                memoryKiB >= 8 && memoryKiB <= 1024 * 1024 && passes >= 1 && passes <= 16 && lanes >= 1 && lanes <= 16;
        if (!fits) {
            throw new Corrupt(
                    KeysFailure.STORE_DAMAGED,
                    "the sealed store's Argon2id parameters are out of range: " + memoryKiB + " KiB, " + passes
                            + " passes, " + lanes + " lanes");
        }
    }
}

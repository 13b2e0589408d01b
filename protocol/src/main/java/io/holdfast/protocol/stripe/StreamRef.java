package io.holdfast.protocol.stripe;

import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.id.StripeNumber;
import org.jspecify.annotations.Nullable;

/**
 * A sealed stream of a set and where to look for it.
 *
 * @param hint the repository's own note of where it lies; never trusted, only faster
 */
public record StreamRef(
        StripeNumber stripe,
        Purpose purpose,
        Receipt receipt,
        @Nullable String hint) {}

package io.holdfast.runtime.vault;

import io.holdfast.protocol.failure.Failure;

/** What it means when Vault calls a request wrong (status 400); each of its engines has reasons of its own. */
@FunctionalInterface
public interface VaultRefusal {
    /**
     * The failure to throw.
     *
     * @param what the Vault and the request
     * @param words Vault's reason, in one line; holds no secret
     */
    Failure of(String what, String words);
}

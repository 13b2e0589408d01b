package io.holdfast.tidy.breach.worker.take;

import io.github.jopenlibs.vault.VaultConfig;

/** A service that talks to Vault by itself. */
record KnowsVaultDriver(VaultConfig config) {}

/** Encryptors in Vault or OpenBao. */
@NullMarked
package io.holdfast.gateway.io.vault;

import org.jspecify.annotations.NullMarked;

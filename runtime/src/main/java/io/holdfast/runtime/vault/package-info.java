/** Vault or OpenBao as every process uses it: logins, requests, and the secrets that configurations refer to. */
@NullMarked
package io.holdfast.runtime.vault;

import org.jspecify.annotations.NullMarked;

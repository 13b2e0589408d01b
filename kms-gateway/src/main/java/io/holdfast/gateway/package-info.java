/** The key gateway: the only process that knows the sealed store, Vault and the keys that sign manifests. */
@NullMarked
package io.holdfast.gateway;

import org.jspecify.annotations.NullMarked;

/** The key gateway: the only process that knows the sealed store, transit keys and the keys that sign manifests. */
@NullMarked
package io.holdfast.gateway;

import org.jspecify.annotations.NullMarked;

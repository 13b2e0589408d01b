/** Changes which encryptors open sets that are whole. */
@NullMarked
package io.holdfast.coordinator.rewrap;

import org.jspecify.annotations.NullMarked;

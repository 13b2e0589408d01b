/** Splitting a backup, or a verification, into stripes. */
@NullMarked
package io.holdfast.coordinator.plan;

import org.jspecify.annotations.NullMarked;

/** Configuration, wiring and the process. */
@NullMarked
package io.holdfast.coordinator.app;

import org.jspecify.annotations.NullMarked;

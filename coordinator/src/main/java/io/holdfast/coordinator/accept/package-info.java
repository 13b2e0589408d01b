/** Whether a request for a job is one that can be carried out. */
@NullMarked
package io.holdfast.coordinator.accept;

import org.jspecify.annotations.NullMarked;

/** Structured logs. */
@NullMarked
package io.holdfast.runtime.log;

import org.jspecify.annotations.NullMarked;

/** Streams small enough to be held in memory. */
@NullMarked
package io.holdfast.chunk.whole;

import org.jspecify.annotations.NullMarked;

/** Sealed streams, format HFS1: the limits, the failures and the buffers that every step shares. No I/O at all. */
@NullMarked
package io.holdfast.chunk;

import org.jspecify.annotations.NullMarked;

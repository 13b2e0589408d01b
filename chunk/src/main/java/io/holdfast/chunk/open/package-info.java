/** Sealed frames in, checked plaintext out. */
@NullMarked
package io.holdfast.chunk.open;

import org.jspecify.annotations.NullMarked;

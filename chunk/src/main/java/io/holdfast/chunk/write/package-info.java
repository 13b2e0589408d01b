/** Files in, sealed frames out. */
@NullMarked
package io.holdfast.chunk.write;

import org.jspecify.annotations.NullMarked;

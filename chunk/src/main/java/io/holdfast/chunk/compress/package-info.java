/** How one chunk of plaintext becomes packed bytes, and comes back. */
@NullMarked
package io.holdfast.chunk.compress;

import org.jspecify.annotations.NullMarked;

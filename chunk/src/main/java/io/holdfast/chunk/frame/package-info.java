/** The byte layout of a sealed stream: header, frames, the Merkle root over them, and verification without a key. */
@NullMarked
package io.holdfast.chunk.frame;

import org.jspecify.annotations.NullMarked;

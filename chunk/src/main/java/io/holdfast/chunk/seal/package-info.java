/** Keys and ciphers: the only package of this module that touches them. */
@NullMarked
package io.holdfast.chunk.seal;

import org.jspecify.annotations.NullMarked;

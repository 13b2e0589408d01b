/** Reading ahead of the sealing, within a bound of bytes, over connections that are kept. */
@NullMarked
package io.holdfast.worker.read;

import org.jspecify.annotations.NullMarked;

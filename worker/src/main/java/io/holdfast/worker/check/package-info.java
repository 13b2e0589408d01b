/** Streams of a set checked where they lie. */
@NullMarked
package io.holdfast.worker.check;

import org.jspecify.annotations.NullMarked;

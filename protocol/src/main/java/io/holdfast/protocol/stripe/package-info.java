/** One share of a set: the unit of work, retry and parallelism. */
@NullMarked
package io.holdfast.protocol.stripe;

import org.jspecify.annotations.NullMarked;

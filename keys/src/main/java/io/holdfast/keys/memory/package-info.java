/** Data keys that live in memory, for tests and trials. */
@NullMarked
package io.holdfast.keys.memory;

import org.jspecify.annotations.NullMarked;

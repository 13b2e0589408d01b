/** What callers and gateway say to each other. */
@NullMarked
package io.holdfast.keys.wire;

import org.jspecify.annotations.NullMarked;

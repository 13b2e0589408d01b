/** Work that many members share: one order at a time for each slot, renewed while it is worked on. */
@NullMarked
package io.holdfast.messaging.share;

import org.jspecify.annotations.NullMarked;

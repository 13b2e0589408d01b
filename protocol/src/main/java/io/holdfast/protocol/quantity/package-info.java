/** Numbers with a unit: bytes, log positions, timelines. */
@NullMarked
package io.holdfast.protocol.quantity;

import org.jspecify.annotations.NullMarked;

/** Records to JSON and back, strictly. */
@NullMarked
package io.holdfast.messaging.codec;

import org.jspecify.annotations.NullMarked;

/** Where a process finds Kafka; the clients themselves are module messaging's. */
@NullMarked
package io.holdfast.runtime.kafka;

import org.jspecify.annotations.NullMarked;

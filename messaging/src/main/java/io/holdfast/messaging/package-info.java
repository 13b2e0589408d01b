/** Kafka as the platform uses it: topics, records, producers, shared work, followers. */
@NullMarked
package io.holdfast.messaging;

import org.jspecify.annotations.NullMarked;

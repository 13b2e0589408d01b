/** The repository in Kafka: one topic a set. */
@NullMarked
package io.holdfast.repository.kafka;

import org.jspecify.annotations.NullMarked;

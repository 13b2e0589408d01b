/** The ledger on Kafka Streams, and the other adapters. */
@NullMarked
package io.holdfast.coordinator.io;

import org.jspecify.annotations.NullMarked;

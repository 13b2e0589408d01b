/** Settings of Kafka's clients, and producers with typed failures. */
@NullMarked
package io.holdfast.messaging.send;

import org.jspecify.annotations.NullMarked;

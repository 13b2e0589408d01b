/** Real servers on this machine: an embedded Kafka broker, a private PostgreSQL, an OpenBao; for the demo and for tests. */
@NullMarked
package io.holdfast.localservers;

import org.jspecify.annotations.NullMarked;

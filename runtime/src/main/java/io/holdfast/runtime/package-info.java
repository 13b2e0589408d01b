/** What every process has: configuration, TLS, logs, metrics, health. */
@NullMarked
package io.holdfast.runtime;

import org.jspecify.annotations.NullMarked;

/** Metrics with a catalogue of what they mean. */
@NullMarked
package io.holdfast.runtime.metrics;

import org.jspecify.annotations.NullMarked;

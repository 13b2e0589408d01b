/** Tests of metrics. */
@NullMarked
package io.holdfast.runtime.metrics;

import org.jspecify.annotations.NullMarked;

/** Tests. */
@NullMarked
package io.holdfast.forecast.calibrate;

import org.jspecify.annotations.NullMarked;

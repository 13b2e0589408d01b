/** Tests. */
@NullMarked
package io.holdfast.forecast.point;

import org.jspecify.annotations.NullMarked;

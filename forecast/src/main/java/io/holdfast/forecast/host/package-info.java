/** Which machine a figure is of. */
@NullMarked
package io.holdfast.forecast.host;

import org.jspecify.annotations.NullMarked;

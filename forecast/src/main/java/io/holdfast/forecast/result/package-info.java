/** What encryption would add to what was done between two save points. */
@NullMarked
package io.holdfast.forecast.result;

import org.jspecify.annotations.NullMarked;

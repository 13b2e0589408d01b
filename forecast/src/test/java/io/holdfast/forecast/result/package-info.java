/** Tests. */
@NullMarked
package io.holdfast.forecast.result;

import org.jspecify.annotations.NullMarked;

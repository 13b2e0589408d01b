/** Tests. */
@NullMarked
package io.holdfast.forecast.io;

import org.jspecify.annotations.NullMarked;

/** Tests. */
@NullMarked
package io.holdfast.forecast.page;

import org.jspecify.annotations.NullMarked;

/** A forecast as a page with plots. */
@NullMarked
package io.holdfast.forecast.page;

import org.jspecify.annotations.NullMarked;

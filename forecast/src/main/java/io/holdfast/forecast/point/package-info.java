/** What a server and its machine have done up to a moment, and between two. */
@NullMarked
package io.holdfast.forecast.point;

import org.jspecify.annotations.NullMarked;

/** Health and metrics over HTTP. */
@NullMarked
package io.holdfast.runtime.health;

import org.jspecify.annotations.NullMarked;

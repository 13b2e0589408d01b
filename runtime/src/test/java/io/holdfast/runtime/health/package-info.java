/** Tests of health. */
@NullMarked
package io.holdfast.runtime.health;

import org.jspecify.annotations.NullMarked;

/** Damaged inputs from a seed, for the tests of everything that reads bytes from outside. Only tests know this module. */
@NullMarked
package io.holdfast.fuzzing;

import org.jspecify.annotations.NullMarked;

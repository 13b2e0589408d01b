/** Whole processes on real servers: what an operator would see. */
@NullMarked
package io.holdfast.systemtests;

import org.jspecify.annotations.NullMarked;

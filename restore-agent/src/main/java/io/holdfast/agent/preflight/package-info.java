/** Finds out in seconds, and without touching the target, whether a restore can succeed. */
@NullMarked
package io.holdfast.agent.preflight;

import org.jspecify.annotations.NullMarked;

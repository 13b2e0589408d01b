/** Brings the restored instance up on a new timeline. */
@NullMarked
package io.holdfast.agent.recover;

import org.jspecify.annotations.NullMarked;

/** Puts files where they belong: the journal, the target's tree, the end of a restore. */
@NullMarked
package io.holdfast.agent.place;

import org.jspecify.annotations.NullMarked;

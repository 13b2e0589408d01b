/** Shows that what was restored is whole. */
@NullMarked
package io.holdfast.agent.prove;

import org.jspecify.annotations.NullMarked;

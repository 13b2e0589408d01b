/** Configuration, wiring and the table of contents of a restore. */
@NullMarked
package io.holdfast.agent.app;

import org.jspecify.annotations.NullMarked;

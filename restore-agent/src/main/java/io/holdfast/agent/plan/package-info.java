/** What a restore will do, as a value, before anything is touched. */
@NullMarked
package io.holdfast.agent.plan;

import org.jspecify.annotations.NullMarked;

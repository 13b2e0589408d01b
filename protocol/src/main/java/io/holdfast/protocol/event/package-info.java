/** What happens to jobs, and the states that follow. */
@NullMarked
package io.holdfast.protocol.event;

import org.jspecify.annotations.NullMarked;

/** How a service starts, tells that it is ready, fails and ends. */
@NullMarked
package io.holdfast.runtime.process;

import org.jspecify.annotations.NullMarked;

/** Sealed streams in, checked extents out. */
@NullMarked
package io.holdfast.agent.fetch;

import org.jspecify.annotations.NullMarked;

/** The table of a stream: which files it holds, and where their extents lie. */
@NullMarked
package io.holdfast.chunk.table;

import org.jspecify.annotations.NullMarked;

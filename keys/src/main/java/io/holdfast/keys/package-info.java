/** The port of data keys, who keeps it, and what of it can be checked without anybody's help. */
@NullMarked
package io.holdfast.keys;

import org.jspecify.annotations.NullMarked;

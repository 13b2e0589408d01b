/** Files that only their owner may read, written so that a crash leaves the old or the new one. */
@NullMarked
package io.holdfast.runtime.file;

import org.jspecify.annotations.NullMarked;

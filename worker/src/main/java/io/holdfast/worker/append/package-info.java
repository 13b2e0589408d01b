/** Sealed frames go to the repository, counted. */
@NullMarked
package io.holdfast.worker.append;

import org.jspecify.annotations.NullMarked;

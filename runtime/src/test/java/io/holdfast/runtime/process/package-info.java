/** Tests of process. */
@NullMarked
package io.holdfast.runtime.process;

import org.jspecify.annotations.NullMarked;

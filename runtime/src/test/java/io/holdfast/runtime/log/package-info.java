/** Tests of log. */
@NullMarked
package io.holdfast.runtime.log;

import org.jspecify.annotations.NullMarked;

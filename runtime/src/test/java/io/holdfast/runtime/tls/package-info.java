/** Tests of tls. */
@NullMarked
package io.holdfast.runtime.tls;

import org.jspecify.annotations.NullMarked;

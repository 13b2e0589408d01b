/** Who calls, and whether the call is admitted. */
@NullMarked
package io.holdfast.gateway.admit;

import org.jspecify.annotations.NullMarked;

/** Tests of the gateway. */
@NullMarked
package io.holdfast.gateway.admit;

import org.jspecify.annotations.NullMarked;

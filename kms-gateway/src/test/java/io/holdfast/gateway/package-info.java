/** Tests of the gateway. */
@NullMarked
package io.holdfast.gateway;

import org.jspecify.annotations.NullMarked;

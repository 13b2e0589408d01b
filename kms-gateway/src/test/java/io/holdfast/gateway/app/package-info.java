/** Tests of the gateway. */
@NullMarked
package io.holdfast.gateway.app;

import org.jspecify.annotations.NullMarked;

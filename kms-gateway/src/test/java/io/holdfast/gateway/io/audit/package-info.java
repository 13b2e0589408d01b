/** Tests of the gateway. */
@NullMarked
package io.holdfast.gateway.io.audit;

import org.jspecify.annotations.NullMarked;

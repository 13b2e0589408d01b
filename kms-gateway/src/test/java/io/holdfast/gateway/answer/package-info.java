/** Tests of the gateway. */
@NullMarked
package io.holdfast.gateway.answer;

import org.jspecify.annotations.NullMarked;

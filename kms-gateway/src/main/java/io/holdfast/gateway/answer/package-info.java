/** A call and its answer, from admission to audit. */
@NullMarked
package io.holdfast.gateway.answer;

import org.jspecify.annotations.NullMarked;

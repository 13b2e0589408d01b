/** Names of things: each parses or throws. */
@NullMarked
package io.holdfast.protocol.id;

import org.jspecify.annotations.NullMarked;

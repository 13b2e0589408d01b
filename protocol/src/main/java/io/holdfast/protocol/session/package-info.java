/** Orders to those who hold a backup open, and what they learn. */
@NullMarked
package io.holdfast.protocol.session;

import org.jspecify.annotations.NullMarked;

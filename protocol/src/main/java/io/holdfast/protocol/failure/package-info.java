/** What went wrong, why, and what to do. */
@NullMarked
package io.holdfast.protocol.failure;

import org.jspecify.annotations.NullMarked;

/** Data keys as encryptors wrapped them. */
@NullMarked
package io.holdfast.protocol.key;

import org.jspecify.annotations.NullMarked;

/** Tests of keys. */
@NullMarked
package io.holdfast.keys.seal;

import org.jspecify.annotations.NullMarked;

/** Tests of keys. */
@NullMarked
package io.holdfast.keys;

import org.jspecify.annotations.NullMarked;

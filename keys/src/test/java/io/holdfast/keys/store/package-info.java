/** Tests of keys. */
@NullMarked
package io.holdfast.keys.store;

import org.jspecify.annotations.NullMarked;

/** Tests of keys. */
@NullMarked
package io.holdfast.keys.gateway;

import org.jspecify.annotations.NullMarked;

/** The gateway as its callers see it. */
@NullMarked
package io.holdfast.keys.gateway;

import org.jspecify.annotations.NullMarked;

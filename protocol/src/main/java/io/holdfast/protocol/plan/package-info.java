/** How a backup is cut into stripes, and the orders to hold and close it. */
@NullMarked
package io.holdfast.protocol.plan;

import org.jspecify.annotations.NullMarked;

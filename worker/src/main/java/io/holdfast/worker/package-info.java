/** Takes stripe orders: reads, checks, seals, appends, reports. */
@NullMarked
package io.holdfast.worker;

import org.jspecify.annotations.NullMarked;

/** How fast this machine encrypts and decrypts pages. */
@NullMarked
package io.holdfast.forecast.calibrate;

import org.jspecify.annotations.NullMarked;

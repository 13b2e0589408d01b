/** Certificates of a fleet, and TLS from PEM files that may be replaced while running. */
@NullMarked
package io.holdfast.runtime.tls;

import org.jspecify.annotations.NullMarked;

/** HTTPS with mutual TLS. */
@NullMarked
package io.holdfast.gateway.io.http;

import org.jspecify.annotations.NullMarked;

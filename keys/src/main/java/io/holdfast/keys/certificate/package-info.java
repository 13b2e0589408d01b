/** Certificates whose keys wrap data keys; their private parts may be elsewhere. */
@NullMarked
package io.holdfast.keys.certificate;

import org.jspecify.annotations.NullMarked;

/** Tests. */
@NullMarked
package io.holdfast.keys.certificate;

import org.jspecify.annotations.NullMarked;

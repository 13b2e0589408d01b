/** What makes a set whole. */
@NullMarked
package io.holdfast.protocol.manifest;

import org.jspecify.annotations.NullMarked;

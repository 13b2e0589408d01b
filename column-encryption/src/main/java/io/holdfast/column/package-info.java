/** Encrypted columns: what all parts name, the column and the failures. */
@NullMarked
package io.holdfast.column;

import org.jspecify.annotations.NullMarked;

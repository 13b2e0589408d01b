/** The bytes of a value of a column's type, as they are encrypted. */
@NullMarked
package io.holdfast.column.value;

import org.jspecify.annotations.NullMarked;

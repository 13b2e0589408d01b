/** Values of an encrypted column to cells and back: normaliser and cipher together. */
@NullMarked
package io.holdfast.column.codec;

import org.jspecify.annotations.NullMarked;

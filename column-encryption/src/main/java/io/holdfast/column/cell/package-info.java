/** One encrypted value: key derivation, encryption, authentication. */
@NullMarked
package io.holdfast.column.cell;

import org.jspecify.annotations.NullMarked;

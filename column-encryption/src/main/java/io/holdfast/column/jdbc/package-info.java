/** Encrypted columns for programs: parameters that say their column, and results that are decrypted. */
@NullMarked
package io.holdfast.column.jdbc;

import org.jspecify.annotations.NullMarked;

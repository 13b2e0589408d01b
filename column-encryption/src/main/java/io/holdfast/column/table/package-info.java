/** The key tables: which master keys, column encryption keys and encrypted columns there are, each entry with a proof. */
@NullMarked
package io.holdfast.column.table;

import org.jspecify.annotations.NullMarked;

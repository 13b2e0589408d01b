/** The two databases, and the little SQL that differs between them. */
@NullMarked
package io.holdfast.column.database;

import org.jspecify.annotations.NullMarked;

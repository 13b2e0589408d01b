@NullMarked
package io.holdfast.column.table;

import org.jspecify.annotations.NullMarked;

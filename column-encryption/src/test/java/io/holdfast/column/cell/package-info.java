@NullMarked
package io.holdfast.column.cell;

import org.jspecify.annotations.NullMarked;

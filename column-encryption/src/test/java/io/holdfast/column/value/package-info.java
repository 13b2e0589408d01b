@NullMarked
package io.holdfast.column.value;

import org.jspecify.annotations.NullMarked;

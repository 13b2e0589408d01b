@NullMarked
package io.holdfast.column.guard;

import org.jspecify.annotations.NullMarked;

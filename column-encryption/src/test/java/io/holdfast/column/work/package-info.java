@NullMarked
package io.holdfast.column.work;

import org.jspecify.annotations.NullMarked;

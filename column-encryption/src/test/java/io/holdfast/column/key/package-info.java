@NullMarked
package io.holdfast.column.key;

import org.jspecify.annotations.NullMarked;

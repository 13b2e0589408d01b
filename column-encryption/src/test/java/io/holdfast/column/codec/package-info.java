@NullMarked
package io.holdfast.column.codec;

import org.jspecify.annotations.NullMarked;

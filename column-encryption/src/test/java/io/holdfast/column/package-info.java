@NullMarked
package io.holdfast.column;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.holdfast.column.jdbc;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.holdfast.cli.column;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;

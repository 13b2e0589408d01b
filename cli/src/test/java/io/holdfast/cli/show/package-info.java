@NullMarked
package io.holdfast.cli.show;

import org.jspecify.annotations.NullMarked;

/** Checks of the project itself: sizes, names, the direction of modules, pages that are generated. */
@NullMarked
package io.holdfast.tidy;

import org.jspecify.annotations.NullMarked;

/** How results look: tables, sizes, progress, JSON. */
@NullMarked
package io.holdfast.cli.show;

import org.jspecify.annotations.NullMarked;

/** The reference pages in docs/, made from the code that they describe. */
@NullMarked
package io.holdfast.cli.reference;

import org.jspecify.annotations.NullMarked;

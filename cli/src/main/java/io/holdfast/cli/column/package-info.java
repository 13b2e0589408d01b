/** What holdfast column does between its options and the library: pace, words about progress, what still holds plaintext. */
@NullMarked
package io.holdfast.cli.column;

import org.jspecify.annotations.NullMarked;

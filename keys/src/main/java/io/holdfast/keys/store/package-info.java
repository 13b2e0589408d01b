/** The sealed store: keys in one file, each record sealed under a master key. */
@NullMarked
package io.holdfast.keys.store;

import org.jspecify.annotations.NullMarked;

/** What a database itself checks, so that plaintext is refused. */
@NullMarked
package io.holdfast.column.guard;

import org.jspecify.annotations.NullMarked;

/** Column encryption keys, wrapped by column master keys. */
@NullMarked
package io.holdfast.column.key;

import org.jspecify.annotations.NullMarked;

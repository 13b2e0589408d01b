/** Work on a whole column: first encryption, rotation of its key, decryption, verification, in batches that can be interrupted. */
@NullMarked
package io.holdfast.column.work;

import org.jspecify.annotations.NullMarked;

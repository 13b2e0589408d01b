/** The repository in a folder: one file a stream. */
@NullMarked
package io.holdfast.repository.file;

import org.jspecify.annotations.NullMarked;

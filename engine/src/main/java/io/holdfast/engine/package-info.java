/** The port of database systems: hold a backup open, list files, read and check extents. */
@NullMarked
package io.holdfast.engine;

import org.jspecify.annotations.NullMarked;

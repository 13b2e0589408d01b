/** A fleet in one folder: its files, and its processes run together. */
@NullMarked
package io.holdfast.cli.platform;

import org.jspecify.annotations.NullMarked;

/** The port of places where sealed streams lie, and its adapters. */
@NullMarked
package io.holdfast.repository;

import org.jspecify.annotations.NullMarked;

/** The manifests: codec and signature, the stripe index, write order, reading, rebuilding. */
@NullMarked
package io.holdfast.catalog;

import org.jspecify.annotations.NullMarked;

/** What makes a set whole: index parts, manifest, catalog. */
@NullMarked
package io.holdfast.coordinator.publish;

import org.jspecify.annotations.NullMarked;
